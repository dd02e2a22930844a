"""What is set up once: new games, printers, editors, the installation."""
