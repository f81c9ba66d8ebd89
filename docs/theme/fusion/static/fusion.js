// The switch between light and dark, and the menu of narrow screens.
(() => {
  const root = document.documentElement;
  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.querySelector(".theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch (e) {}
  });

  const menu = document.querySelector(".menu"), side = document.querySelector(".side");
  menu.addEventListener("click", () => menu.setAttribute("aria-expanded", side.classList.toggle("open")));
  const current = side.querySelector("a.current");
  if (current) side.scrollTop = current.offsetTop - side.clientHeight / 3;
})();
