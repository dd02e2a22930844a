"""Numbers as PDF has them."""


def share(value: float) -> str:
    """A share of ink, to a hundredth of a percent."""
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"
