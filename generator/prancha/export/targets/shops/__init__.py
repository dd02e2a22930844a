"""Files for print shops: which product a family is, its pictures and pages, and the order to place."""
