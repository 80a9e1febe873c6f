// Runs before the first paint, so that nobody in the dark sees a white flash.
(() => {
  let saved = null;
  try {
    saved = localStorage.getItem("fanfare.color-scheme");
  } catch {
    // Without storage the system's preference decides.
  }
  const dark = saved === "dark" || (saved !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const root = document.documentElement;
  root.dataset.mantineColorScheme = dark ? "dark" : "light";
  root.style.colorScheme = dark ? "dark" : "light";
})();
