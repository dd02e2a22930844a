"""The deck drawn by hand with ReportLab: python floor.py CARDS.csv OUT.pdf FONTS.

What any program that writes its PDF with ReportLab takes at least.  It reads the cards, wraps their texts
by widths alone and checks nothing.  FONTS is the folder of DejaVuSans.ttf.
"""

import csv
import sys
from pathlib import Path

from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
WHITE, INK = (1, 1, 1), (34 / 255, 34 / 255, 34 / 255)
PAGE, CARD, MARGIN = (210, 297), (63, 88), (10.5, 16.5)
STAR = "50,4 61.8,35.5 95.4,37 69,57.9 78.2,90.3 50,71.8 21.8,90.3 31,57.9 4.6,37 38.2,35.5"


def draw_marks(canvas: Canvas) -> None:
    """Crop marks around nine cards."""
    (left, top), (width, height) = MARGIN, CARD
    canvas.setLineWidth(0.25)
    for k in range(4):
        x, y = left + k * width, top + k * height
        for y1, y2 in ((top - 7, top - 2), (top + 3 * height + 2, top + 3 * height + 7)):
            canvas.line(x * MM, y1 * MM, x * MM, y2 * MM)
        for x1, x2 in ((left - 7, left - 2), (left + 3 * width + 2, left + 3 * width + 7)):
            canvas.line(x1 * MM, y * MM, x2 * MM, y * MM)


def draw_star(canvas: Canvas) -> None:
    """The star, in a box of 100 units with y downwards."""
    points = [tuple(map(float, point.split(","))) for point in STAR.split()]
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.setFillColorRGB(242 / 255, 183 / 255, 5 / 255)
    canvas.setStrokeColorRGB(0.2, 0.2, 0.2)
    canvas.setLineWidth(2)
    canvas.setLineJoin(1)
    canvas.drawPath(path, stroke=1, fill=1)


def draw_card(canvas: Canvas, card: dict[str, str]) -> None:
    """One card, its lower left corner at the origin."""

    def up(y: float) -> float:
        return (CARD[1] - y) * MM

    canvas.setStrokeColorRGB(*INK)
    canvas.setFillColorRGB(*WHITE)
    canvas.setLineWidth(0.5 * MM)
    canvas.roundRect(1.5 * MM, up(86.5), 60 * MM, 85 * MM, 3 * MM, stroke=1, fill=1)
    canvas.setFillColorRGB(*(int(card["colour"][k : k + 2], 16) / 255 for k in (1, 3, 5)))
    canvas.rect(4 * MM, up(14), 55 * MM, 10 * MM, stroke=0, fill=1)
    canvas.setFillColorRGB(*WHITE)
    canvas.setLineWidth(0.3 * MM)
    canvas.circle(9.5 * MM, up(9), 4 * MM, stroke=1, fill=1)
    canvas.setFillColorRGB(*INK)
    canvas.setFont("Bold", 12)
    canvas.drawCentredString(9.5 * MM, up(10.5), card["cost"])
    canvas.setFillColorRGB(*WHITE)
    canvas.setFont("Bold", 9)
    canvas.drawString(15.5 * MM, up(10.2), card["title"])
    canvas.saveState()
    canvas.transform(0.24 * MM, 0, 0, -0.24 * MM, 19.5 * MM, up(19))
    canvas.doForm("star")
    canvas.restoreState()
    canvas.setFillColorRGB(*INK)
    text = canvas.beginText(6 * MM, up(49) - 8)
    text.setFont("Body", 8, 10)
    for line in simpleSplit(card["body"], "Body", 8, 51 * MM):
        text.textLine(line)
    canvas.drawText(text)


def main() -> None:
    cards, out, fonts = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    pdfmetrics.registerFont(TTFont("Body", fonts / "DejaVuSans.ttf"))
    pdfmetrics.registerFont(TTFont("Bold", fonts / "DejaVuSans-Bold.ttf"))
    canvas = Canvas(out, pagesize=(PAGE[0] * MM, PAGE[1] * MM), pageCompression=1)
    for name, draw, size in (("star", draw_star, (100, 100)), ("marks", draw_marks, (600, 850))):
        canvas.beginForm(name, 0, 0, *size)
        draw(canvas)
        canvas.endForm()
    with Path(cards).open(newline="") as file:
        for k, card in enumerate(csv.DictReader(file)):
            if k % 9 == 0:
                if k:
                    canvas.showPage()
                canvas.doForm("marks")
            x, y = MARGIN[0] + k % 3 * CARD[0], MARGIN[1] + k % 9 // 3 * CARD[1]
            canvas.saveState()
            canvas.translate(x * MM, (PAGE[1] - y - CARD[1]) * MM)
            draw_card(canvas, card)
            canvas.restoreState()
    canvas.save()


if __name__ == "__main__":
    main()
