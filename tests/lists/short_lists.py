"""Short lists of cards in many languages, as people write them: a heading, and rows with a name and a text."""

# ruff: noqa: E501 - rows stand as they are written

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

TEXTS: dict[str, str] = {
    "polish": """\
Nazwa;Tekst;Ilość
Żółw;Zażółć gęślą jaźń.;2
Lis;Dobierz jedną kartę.;3
Wieża;Dodaj 2 do obrony. Nie możesz się ruszać.;1
Śnieżka;Rzuć w dowolnego gracza: traci turę.;4
Mąż stanu;Połóż żeton na mieście.;1
Źródło;Każdy gracz dostaje wodę.;2
Ćma;Odrzuć, aby obejrzeć rękę przeciwnika.;2
Łowca;Zabij sąsiednią bestię.;1
""",
    "czech": """\
Název;Text;Počet
Žába;Skoč o dvě pole.;2
Čarodějka;Vezmi si kartu z odhazovacího balíčku.;3
Děd Vševěd;Podívej se na tři vrchní karty.;1
Kůň;Táhni ještě jednou.;4
Řeka;Nikdo nesmí přejít.;2
Šíp;Zasáhni soupeře ve stejné řadě.;5
Ďábel;Odhoď celou ruku.;1
Ťuhýk;Ukradni jídlo.;2
""",
    "hungarian": """\
Név;Szöveg;Darab
Őrült tűzmágus;Húzz két lapot, majd dobj el egyet.;2
Kút;Minden játékos vizet kap.;1
Erdő;A szomszédos mezők védettek.;3
Szörny;Győzelem esetén kapsz három aranyat.;2
Kődobó;Sebezz kettőt a szomszédos mezőn.;4
Őz;Lépj át bármely üres mezőre.;1
Bűbáj;Cseréld meg két lap helyét.;2
""",
    "romanian": """\
Nume;Text;Număr
Țăranul;Trage două cărți.;3
Șarpele;Otrăvește un jucător vecin.;2
Pădurea;Niciun jucător nu poate trece.;1
Împăratul;Așază o cetate în orice ținut.;1
Văcarul;Fiecare vacă îți aduce un ban.;4
""",
    "croatian": """\
Naziv;Tekst;Količina
Žaba;Povuci još jednu kartu.;2
Čarobnica;Pogledaj ruku susjednog igrača.;1
Šuma;Nitko ne smije proći.;3
Đavao;Odbaci sve karte.;1
Vještica;Vrati bačenu kartu u špil.;2
Mačka;Preskoči jedno polje.;4
""",
    "german": """\
Name;Text;Anzahl
Wächter;Schützt die Nachbarfelder.;2
Bär;Größe zählt.;1
Händler;Tausche zwei Güter gegen Münzen.;3
Hexe;Jeder Spieler wirft eine Karte ab.;2
Mühle;Ernte dreifach, wenn du am Fluss baust.;1
Räuber;Stiehl einem Gegner ein Schaf.;4
Zauberstab;Ändere die Farbe eines Würfels.;1
""",
    "french": """\
Nom;Effet;Quantité
Épée;Frappe une fois, même à distance.;2
Forêt;Personne ne peut passer cette frontière.;1
Sorcière;Défaussez une carte, puis piochez-en deux.;3
Château;Le défenseur gagne à égalité.;1
Œuf;Gardez-le jusqu’à la fin.;2
Ça brûle;Perdez un cœur.;4
""",
    "portuguese": """\
Nome;Efeito;Quantidade
Dragão;Não pode ser bloqueado.;1
Onça;Ataque duas vezes se o chão for de floresta.;2
Feitiço;Compre três cartas e descarte uma à sua escolha.;3
Canção;Cada jogador recupera um coração.;2
Peão;Avance uma posição.;8
Avó;Cure você e o vizinho.;1
""",
    "spanish": """\
Nombre;Texto;Copias
Araña;Teje una red: el rival pierde el turno.;2
Cañón;Daña a todos en la misma línea.;1
¡Fuego!;Quema un árbol contiguo.;3
Canción;¿Quién canta? Roba una carta.;2
Rey;Después de mover, ataca otra vez.;1
""",
    "swedish": """\
Namn;Text;Antal
Älg;Gå två steg.;2
Trollkarl;Dra ett kort och släng ett.;3
Å;Ingen får passera.;1
Överstelöjtnant;Får röra sig över alla fält.;1
Kråka;Stjäl ett ägg från en granne.;2
""",
    "danish": """\
Navn;Tekst;Antal
Bjørn;Træk to kort.;2
Ø;Her må ingen gå i land.;1
Ræv;Stjæl en høne.;3
Blåmejse;Flyv over ét felt.;2
Sværd;Slå dobbelt så hårdt.;1
""",
    "italian": """\
Nome;Testo;Quantità
Città;Guadagni un punto per ogni vicolo.;2
Perché no?;Scarta e pesca finché puoi.;1
Libertà;Nessuno può fermarti in questo turno.;2
Volpe;È più veloce del lupo.;3
""",
    "russian": """\
Название;Текст;Количество
Медведь;Возьмите две карты.;2
Лиса;Украдите курицу у соседа.;3
Башня;Защищает все соседние поля.;1
Ведьма;Каждый игрок сбрасывает карту.;1
Щит;Отмените одну атаку.;4
Ёж;Пропустите ход.;2
Объезд;Пройдите через любое поле.;1
""",
    "ukrainian": """\
Назва;Текст;Кількість
Їжак;Пропустіть хід.;2
Відьма;Кожен гравець скидає карту.;1
Ґанок;Захищає сусідні поля.;3
Лисиця;Вкрадіть курку в сусіда.;2
Єдність;Візьміть дві карти й покладіть одну.;1
""",
    "bulgarian": """\
Име;Текст;Брой
Мечка;Изтегли две карти.;2
Вълк;Нападни съседно поле.;3
Кула;Защитава всички съседи.;1
Щит;Отмени една атака.;4
""",
    "greek": """\
Όνομα;Κείμενο;Πλήθος
Αλεπού;Τράβηξε δύο κάρτες.;2
Πύργος;Προστατεύει τα διπλανά πεδία.;1
Μάγισσα;Κάθε παίκτης πετάει μία κάρτα.;3
Ασπίδα;Ακύρωσε μια επίθεση.;2
Άλογο;Προχώρησε έως τρία τετράγωνα.;1
""",
    "turkish": """\
Ad;Metin;Adet
Ağaç;Kimse buradan geçemez.;2
Şövalye;İki kart çek, birini at.;1
Büyücü;Komşu oyuncunun eline bak.;3
Çoban;Her koyun için bir altın al.;2
Işık;Gizli kartları aç.;1
""",
    "hebrew": """\
שם;טקסט;כמות
שועל;קח שני קלפים מהחפיסה.;2
מגדל;מגן על כל השדות הסמוכים.;1
מכשפה;כל שחקן משליך קלף אחד.;3
מגן;בטל התקפה אחת.;2
""",
    "arabic": """\
الاسم;النص;العدد
ثعلب;اسحب بطاقتين من المجموعة.;2
برج;يحمي جميع الحقول المجاورة.;1
ساحرة;يرمي كل لاعب بطاقة واحدة.;3
درع;ألغ هجوما واحدا.;2
""",
    "lithuanian": """\
Pavadinimas;Tekstas;Kiekis
Lapė;Pasiimk dvi kortas.;2
Žąsis;Pralenk vieną žaidėją.;1
Ąžuolas;Niekas negali čia praeiti.;3
Šaulys;Šauk į gretimą langelį.;2
Kūjis;Sugriauk bokštą.;1
""",
    "thai": """\
ชื่อ;ข้อความ;จำนวน
หมาป่า;จั่วการ์ดสองใบ;2
ปราสาท;ป้องกันช่องที่อยู่ติดกัน;1
แม่มด;ผู้เล่นทุกคนทิ้งการ์ดหนึ่งใบ;3
""",
    "chinese": """\
名称;效果;数量
狐狸;抽两张牌。;2
城堡;保护相邻的所有区域。;1
女巫;每名玩家弃一张牌。;3
盾牌;抵消一次攻击。;4
骑士;移动到任意空位,然后攻击。;2
""",
    "taiwanese": """\
名稱;效果;數量
狐狸;抽兩張牌。;2
城堡;保護相鄰的所有區域。;1
女巫;每位玩家棄一張牌。;3
盾牌;抵銷一次攻擊。;4
龍;移動到任意空格,然後攻擊。;1
""",
    "japanese": """\
名前;効果;枚数
キツネ;カードを2枚引く。;2
城;隣のマスをすべて守る。;1
魔女;各プレイヤーは手札を1枚捨てる。;3
盾;攻撃を一度だけ無効にする。;4
ドラゴン;このターン、もう一度攻撃できる。;1
""",
    "korean": """\
이름;효과;수량
여우;카드를 두 장 뽑는다.;2
성;인접한 모든 칸을 보호한다.;1
마녀;각 플레이어는 카드를 한 장 버린다.;3
방패;공격 한 번을 무효로 한다.;4
""",
    "english": """\
Name;Text;Copies
Café;The naïve player draws 2 – no more.;2
Jester;“Make me laugh”: each player’s hand is shown.;1
Thief;Pay £3 or €4, or lose the crown…;3
Piñata;Share ½ of what you have.;1
""",
}  # fmt: skip

WRITTEN_IN: dict[str, str] = {
    "polish": "cp1250 iso8859-2 cp852 mac-latin2",
    "czech": "cp1250 iso8859-2 cp852",
    "hungarian": "cp1250 iso8859-2",
    "romanian": "cp1250",
    "croatian": "cp1250 iso8859-2",
    "german": "cp1252 mac-roman cp850 cp437",
    "french": "cp1252 mac-roman cp850",
    "portuguese": "cp1252 mac-roman cp850",
    "spanish": "cp1252 mac-roman cp437",
    "swedish": "cp1252 mac-roman",
    "danish": "cp1252 mac-roman cp850",
    "italian": "cp1252 mac-roman",
    "english": "cp1252 mac-roman",
    "russian": "cp1251 koi8-r cp866 mac-cyrillic iso8859-5",
    "ukrainian": "cp1251 koi8-u",
    "bulgarian": "cp1251",
    "greek": "cp1253 iso8859-7",
    "turkish": "cp1254",
    "hebrew": "cp1255",
    "arabic": "cp1256",
    "lithuanian": "cp1257",
    "thai": "cp874",
    "chinese": "gbk gb18030",
    "taiwanese": "big5",
    "japanese": "cp932 euc-jp",
    "korean": "cp949",
}
"""The encodings that programs in these places save lists in, besides UTF-8 and UTF-16."""
_OLDER = str.maketrans("ȚțȘș", "ŢţŞş")
"""Romanian letters that Windows-1250 has with a cedilla alone."""
LONG = 40


def table() -> Iterator[tuple[str, str, int, str]]:
    """Each list: its language, its encoding, its rows, and its text, of 2 to 40 rows."""
    for language, encodings in WRITTEN_IN.items():
        head, *rows = TEXTS[language].splitlines()
        names, texts = zip(*(row.split(";", 1) for row in rows), strict=True)
        longer = [f"{name};{text}" for text, name in product(texts, names)]
        for encoding in encodings.split():
            for chosen in (rows[:2], rows, (longer * LONG)[:LONG]):
                text = "\n".join([head, *chosen, ""])
                if language == "romanian":
                    text = text.translate(_OLDER)
                yield language, encoding, len(chosen), text.encode(encoding, "ignore").decode(encoding)
