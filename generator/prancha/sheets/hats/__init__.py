"""One-handed hats, nested on the kite grid."""
