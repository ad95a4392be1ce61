// One play is of equal cards only: picking another number lets the others go. Without this script the host says so.
"use strict";
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".picks input[data-number]:checked")) return;
  for (const box of target.form.querySelectorAll("input[data-number]:checked")) {
    if (box.dataset.number !== target.dataset.number) box.checked = false;
  }
});
