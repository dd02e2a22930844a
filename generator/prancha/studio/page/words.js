// The page's own words, English and Portuguese.

const WORDS = {
  gallery: ["Gallery", "Galeria"], sheets: ["Sheets", "Folhas"], findings: ["Findings", "Achados"],
  change: ["change", "mudança"], changes: ["Changes", "Mudanças"], print: ["Print", "Imprimir"], table: ["Table", "Mesa"],
  manifest: ["Manifest", "Conteúdo"], help: ["Keyboard", "Teclado"], game: ["Game", "Jogo"],
  language: ["Language of the cards", "Idioma das cartas"], skip: ["Skip to content", "Ir ao conteúdo"],
  views: ["Views", "Páginas"], search: ["Search all fields", "Buscar em todos os campos"],
  sort: ["Sort", "Ordem"], asWritten: ["as written", "como escrito"], byName: ["name", "nome"],
  byCopies: ["copies", "cópias"], byField: ["field", "campo"], size: ["Size", "Tamanho"],
  side: ["Side", "Lado"], front: ["front", "frente"], back: ["back", "verso"], both: ["both", "ambos"],
  all: ["All", "Tudo"], families: ["Families", "Famílias"], only: ["Only", "Só"],
  withFindings: ["with findings", "com achados"], assumedOnly: ["with assumptions", "com suposições"],
  designs: ["designs", "modelos"], of: ["of", "de"], pieces: ["pieces", "peças"], copies: ["copies", "cópias"],
  nothing: ["Nothing matches.", "Nada corresponde."], clear: ["Clear filters", "Limpar filtros"],
  zoom: ["Zoom", "Zoom"], fit: ["Fit", "Ajustar"], real: ["Real size", "Tamanho real"],
  calibrate: ["Calibrate…", "Calibrar…"], flip: ["Flip", "Virar"], next: ["Next", "Seguinte"],
  previous: ["Previous", "Anterior"], closeCard: ["Back to the gallery", "Voltar à galeria"],
  cutOff: ["Cut off by", "Corte desviado"], cutOffHow: ["The card cut this far to the right and down, with what lies there of the bleed", "A carta cortada tanto à direita e abaixo, com o que há ali de sangria"],
  overlays: ["Overlays", "Linhas"], trim: ["trim", "corte"], bleed: ["bleed", "sangria"],
  safe: ["safe zone", "área segura"], folds: ["folds", "dobras"], look: ["Seen", "Visão"],
  full: ["in colour", "em cores"], grey: ["in grey", "em cinza"], protan: ["without red cones (protan)", "sem cones vermelhos (protan)"],
  deutan: ["without green cones (deutan)", "sem cones verdes (deutan)"], tritan: ["without blue cones (tritan)", "sem cones azuis (tritan)"],
  languages: ["Languages side by side", "Idiomas lado a lado"], fields: ["Fields", "Campos"],
  assumed: ["assumed", "suposto"], printed: ["This picture is the PDF's.", "Esta imagem é a do PDF."],
  source: ["Source", "Fonte"], openFile: ["Open", "Abrir"], copyFile: ["Copy", "Copiar"],
  copied: ["Copied", "Copiado"], fine: ["Nothing is wrong.", "Nada está errado."],
  looking: ["Still looking…", "Ainda verificando…"], soFar: ["So far", "Até agora"],
  stalePicture: ["This cannot be drawn as the files are now; the picture is older.", "Não dá para desenhar isto com os arquivos como estão; a imagem é mais antiga."], errors: ["errors", "erros"], warnings: ["warnings", "avisos"],
  error: ["error", "erro"], warning: ["warning", "aviso"], showCard: ["Show the card", "Mostrar a carta"],
  unreadGame: ["This game cannot be read yet. It opens here as soon as its files are mended.", "Este jogo ainda não pode ser lido. Ele abre aqui assim que os arquivos forem corrigidos."],
  noGame: ["There is no game in this folder yet. It opens here as soon as there is one.", "Ainda não há jogo nesta pasta. Ele abre aqui assim que houver um."],
  unread: ["The files cannot be read as they are. What you see is the last state that could.",
    "Os arquivos não podem ser lidos como estão. O que se vê é o último estado legível."],
  catalogue: ["Files", "Arquivos"], rules: ["Rules", "Regras"], faces: ["Printed faces", "Faces impressas"],
  lazy: ["So many designs are drawn when you look at them; for their printed faces run prancha check.",
    "Tantos modelos são desenhados quando se olha para eles; para as faces impressas, use prancha check."],
  broken: ["cannot be drawn now", "não pode ser desenhado agora"],
  lost: ["prancha studio has ended, or this address is an old one.", "prancha studio terminou, ou este endereço é antigo."],
  changedSaid: ["changed", "mudaram"], cards: ["cards", "cartas"],
  calibrateHow: ["Hold a bank card to the screen and move the slider until the frame is as wide.",
    "Encoste um cartão de banco na tela e mova até a moldura ter a mesma largura."],
  done: ["Done", "Pronto"], width: ["Width", "Largura"],
  k_search: ["search", "buscar"], k_move: ["move between cards", "mover entre cartas"], k_open: ["open a card", "abrir uma carta"],
  k_flip: ["flip", "virar"], k_zoom: ["zoom in, out, fit, real size", "aproximar, afastar, ajustar, tamanho real"],
  k_over: ["overlays: trim, bleed, safe zone, folds", "linhas: corte, sangria, área segura, dobras"],
  k_look: ["next way of seeing", "próxima visão"], k_lang: ["languages side by side", "idiomas lado a lado"],
  k_views: ["views, from the left", "páginas, da esquerda"], k_close: ["back, close", "voltar, fechar"], k_help: ["this list", "esta lista"],
  k_jk: ["next, previous card", "carta seguinte, anterior"], k_edit: ["open the file", "abrir o arquivo"],
  k_table: ["table: undo, redo, new seed", "mesa: desfazer, refazer, nova semente"],
  k_piece: ["a piece: flip, turn, to the nearest cell of a board, discard, to the hand, under or on its pile; arrows move it", "uma peça: virar, girar, à casa mais próxima de um tabuleiro, descartar, à mão, sob ou sobre a pilha; setas movem"],
  stock: ["Stock", "Material"], measures: ["Size", "Tamanho"], make: ["To do", "Fazer"],
  designsHead: ["Designs", "Modelos"], copiesHead: ["Pieces", "Peças"], family: ["Family", "Família"],
  supplied: ["You need besides", "Você precisa ainda de"], players: ["players", "jogadores"],
  cut: ["cut", "cortar"], fold: ["fold", "dobrar"], glue: ["glue", "colar"], card: ["card", "cartão"], board: ["board", "papelão"], paper: ["paper", "papel"],
  shopping: ["Shopping list", "Lista de compras"], counting: ["Building the kit aside and counting what is in its PDF…", "Montando o kit à parte e contando o que há no PDF…"],
  sleevesFor: ["sleeves for", "protetores para"], sleeves: ["sleeves", "protetores"], straightCuts: ["straight cuts", "cortes retos"], cuts: ["cuts", "cortes"],
  cyan: ["cyan", "ciano"], magenta: ["magenta", "magenta"], yellow: ["yellow", "amarelo"], black: ["black", "preto"], estimated: ["estimated", "estimativa"],
  a4Pages: ["A4 pages covered whole", "páginas A4 cobertas por inteiro"], inkHead: ["Ink, share of the paper", "Tinta, parte do papel"], sides: ["Printed sides", "Lados impressos"],
  onSheets: ["On these sheets", "Nestas folhas"], piecesHead: ["Pieces", "Peças"], mostOnOne: ["Most on one", "Máximo em uma"], assumptions: ["Assumed", "Suposto"],
  incomplete: ["texts missing", "textos faltando"],
  theme: ["Light or dark", "Claro ou escuro"], words: ["Português", "English"],
  making: ["Making the PDF…", "Fazendo o PDF…"], again: ["Again", "De novo"],
  page: ["Page", "Página"], pages: ["pages", "páginas"], stale: ["The files changed since; making it again…", "Os arquivos mudaram; fazendo de novo…"],
  paperSize: ["Paper", "Papel"], duplex: ["Backs", "Versos"], ink: ["Ink", "Tinta"], printer: ["Printer", "Impressora"],
  which: ["What", "O quê"], everything: ["everything", "tudo"], proof: ["Measure the PDF afterwards (proof)", "Medir o PDF depois (proof)"],
  cover: ["Cover and cutting guide", "Capa e guia de corte"], command: ["The command", "O comando"], go: ["Make the PDF", "Fazer o PDF"],
  stop: ["Stop", "Parar"], openPdf: ["Open the PDF", "Abrir o PDF"], noPrinter: ["none calibrated", "nenhuma calibrada"],
  long: ["long edge", "borda longa"], short: ["short edge", "borda curta"], fold_: ["fold and glue", "dobrar e colar"], separate: ["a file of their own", "arquivo próprio"], none: ["none", "nenhum"], boardDuplex: ["as long, board apart", "longa, papelão à parte"],
  low: ["pale fills", "preenchimentos claros"], outline: ["outlines", "contornos"], fullInk: ["as drawn", "como desenhado"],
  itemsHint: ["families or cards: cards, tokens/one, cards/5-9", "famílias ou cartas: cards, tokens/one, cards/5-9"],
  ready: ["Ready", "Pronto"], failed: ["Nothing was written.", "Nada foi escrito."], proofClean: ["Measured: all is well.", "Medido: tudo certo."],
  proofFound: ["Measured: see what is off.", "Medido: veja o que está errado."],
  compareWith: ["Compare with", "Comparar com"], noSnapshots: ["No snapshot yet. `prancha printed` remembers what you printed; `prancha snapshot NAME` any moment.",
    "Ainda não há registro. `prancha printed` lembra o que foi impresso; `prancha snapshot NOME` qualquer momento."],
  before: ["before", "antes"], after: ["now", "agora"], swipe: ["Swipe", "Deslizar"], blink: ["Blink", "Piscar"], beside: ["Side by side", "Lado a lado"],
  noDifference: ["No difference.", "Nenhuma diferença."], printOnly: ["Print only these…", "Imprimir só estas…"],
  added: ["added", "nova"], removed: ["removed", "removida"], changed: ["changed", "mudou"], renamed: ["renamed", "renomeada"], moved: ["moved", "movida"],
  seed: ["Seed", "Semente"], newGame: ["Set up", "Preparar"], draw: ["Draw", "Comprar"], deal: ["Deal", "Distribuir"], shuffle: ["Shuffle", "Embaralhar"],
  piles: ["Piles", "Pilhas"], hand: ["Hand", "Mão"], discard: ["Discard", "Descarte"], seats: ["Seats", "Lugares"], seat: ["Seat", "Lugar"],
  undo: ["Undo", "Desfazer"], redo: ["Redo", "Refazer"], save: ["Save", "Salvar"], load: ["Load", "Abrir"], turnIt: ["Turn", "Girar"], toTable: ["To the table", "À mesa"],
  toHand: ["To the hand", "À mão"], toPile: ["Under its pile", "Sob a pilha"], toTop: ["On its pile", "Sobre a pilha"], toDiscard: ["Discard", "Descartar"],
  dice: ["Roll", "Rolar"], coin: ["coin", "moeda"], counter: ["Counter", "Contador"], cardsEach: ["cards each", "cartas cada"], reseed: ["New seed", "Nova semente"],
  notes: ["Notes", "Notas"], addNote: ["Keep the note", "Guardar a nota"], note: ["Note to this card", "Nota para esta carta"], noNotes: ["No notes yet.", "Ainda sem notas."],
  tableLost: ["The table that was kept cannot be read any more; this is a new one.", "A mesa guardada não pode mais ser lida; esta é nova."],
  tableHint: ["Drag cards from a pile; everything has a key under ?.", "Arraste cartas de uma pilha; tudo tem tecla em ?."],
  stats: ["Statistics", "Estatística"], different: ["different", "diferentes"], mean: ["mean", "média"], median: ["median", "mediana"], sum: ["sum", "soma"],
  without: ["without", "sem"], letters: ["letters", "letras"], longest: ["longest", "mais longo"], cross: ["Two fields against each other", "Dois campos, um contra o outro"],
  rows: ["rows", "linhas"], columns: ["columns", "colunas"], count: ["Count", "Contar"], odds: ["Odds of a draw", "Chances de uma compra"], value: ["value", "valor"],
  drawn: ["pieces drawn", "peças compradas"], putBack: ["each is put back", "cada uma volta"], workOut: ["Work out", "Calcular"], hits: ["hits", "acertos"], exactly: ["exactly", "exatamente"],
  atLeast: ["at least", "ao menos"], notDrawn: ["So many cannot be drawn; there are", "Não dá para comprar tantas; há"],
  spin: ["Spin", "Rodar"],
  withNotes: ["with notes", "com notas"], renamedTo: ["is now called", "agora se chama"],
  goneCard: ["There is no card of this id any more: it was renamed or deleted.", "Não há mais carta com este id: foi renomeada ou apagada."],
  noCard: ["there is no card of this id any more", "não há mais carta com este id"], note_: ["note", "nota"],
  edit: ["Edit", "Editar"], saved: ["Saved", "Salvo"], readOnly: ["read only", "só leitura"],
};

let at = (localStorage.getItem("words") || navigator.language || "en").toLowerCase().startsWith("pt") ? 1 : 0;

export function t(key) {
  const found = WORDS[key];
  return found ? found[at] : key;
}

export function uiLanguage() {
  return at ? "pt-BR" : "en";
}

export function otherLanguage() {
  localStorage.setItem("words", at ? "en" : "pt");
  location.reload();
}

export function number(value, digits = 0) {
  return value.toLocaleString(uiLanguage(), { maximumFractionDigits: digits });
}
