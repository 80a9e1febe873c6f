import type { PageTheme } from "./page-view.ts";

const STYLES = {
  filled: "",
  // Drawn directly on the page, so the text uses the page's color, which is readable there.
  outline:
    ".card{background:none;color:var(--text);border:2px solid var(--text);box-shadow:none}.card .words span,.card.broken{color:var(--muted)}.card .icon{background:var(--chip)}",
  soft: ".card{background:var(--chip);color:var(--ink);box-shadow:none}.card .words span,.card.broken{color:var(--soft)}.card .icon{background:var(--chip)}",
  shadow: ".card{border:2px solid var(--text);box-shadow:5px 5px 0 var(--text)}",
} as const;

const SHAPES = {
  rounded: "",
  pill: ".card{border-radius:2.25rem}.card .icon{border-radius:50%}",
  square: ".card{border-radius:.25rem}.card .icon{border-radius:.125rem}",
} as const;

/** Returns the owner's choice of link style; empty for the default. */
export function buttonCss(theme: PageTheme): string {
  return (STYLES[theme.button_style ?? "filled"] ?? "") + (SHAPES[theme.button_shape ?? "rounded"] ?? "");
}
