"""After a change of rules: remember what was printed, see what differs, print only that."""
