/* The dashboard shows these texts. */

interface CssHook {
  selector: string;
  label: string;
  /** True if nothing in it is ours to show, so that what's inside may be styled by its tag, too. */
  isOpen?: true;
}

/** What a page's own style sheet can style. They keep their names, whatever else changes about pages. */
export const CSS_HOOKS: readonly CssHook[] = [
  { selector: ".page", label: "The whole page: its background and fonts" },
  { selector: ".head", label: "Everything above the links", isOpen: true },
  { selector: ".face", label: "The picture", isOpen: true },
  { selector: "h1", label: "The name" },
  { selector: ".bio", label: "The bio", isOpen: true },
  { selector: ".chips", label: "The badges", isOpen: true },
  { selector: ".links", label: "The list of links" },
  { selector: ".card", label: "A link", isOpen: true },
  { selector: ".words", label: "A link’s text", isOpen: true },
  { selector: ".icon", label: "A link’s icon", isOpen: true },
  { selector: ".go", label: "A link’s arrow" },
  { selector: ".group", label: "A group" },
  { selector: ".faq", label: "Questions and answers", isOpen: true },
  { selector: ".gallery", label: "A gallery", isOpen: true },
  { selector: ".social", label: "The social icons", isOpen: true },
  { selector: ".past", label: "The list of past e-mails", isOpen: true },
];

export const CSS_CHARS_MAX = 20_000;
