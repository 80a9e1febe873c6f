const KEY = "theme";
type Scheme = "light" | "dark";

/** The light/dark button. A choice is stored; without one the page follows the system (spec §2). */
export function startScheme(): void {
  const root = document.documentElement;
  const button = document.querySelector<HTMLButtonElement>("[data-scheme-toggle]");
  const system = matchMedia("(prefers-color-scheme:dark)");
  const show = (scheme: Scheme) => {
    root.dataset.scheme = scheme;
    button?.setAttribute("aria-pressed", String(scheme === "dark"));
  };
  const current = (): Scheme => saved() ?? (system.matches ? "dark" : "light");
  show(current());
  // Old web views only have the deprecated `addListener`.
  system.addEventListener?.("change", () => show(current()));
  button?.addEventListener("click", () => {
    const next = root.dataset.scheme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
    show(next);
  });
}

function saved(): Scheme | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "dark" || kept === "light" ? kept : undefined;
  } catch {
    return undefined;
  }
}
