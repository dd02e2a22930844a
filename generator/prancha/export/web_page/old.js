// For browsers without modules, which run nothing else of this page.
document.getElementById("old").hidden = false;
