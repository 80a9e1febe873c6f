/* The texts that every instance begins with. Staff can change each, and put it back. */
import type { CaseDecision } from "../cases/case-rules.ts";
import type { TemplateKind, TemplateTexts } from "./template-rules.ts";

export interface BuiltIn {
  id: string;
  kind: TemplateKind;
  name: string;
  texts: TemplateTexts;
  decisions: CaseDecision[];
  reasons: string[];
}

const statement = (at: number, name: string, more: Omit<BuiltIn, "id" | "kind" | "name">): BuiltIn => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  kind: "statement",
  name,
  ...more,
});

const AGAINST_PAGES: CaseDecision[] = ["hide_page", "suspend", "ban"];

export const BUILT_IN: readonly BuiltIn[] = [
  statement(1, "Spam", {
    texts: {
      en: "On {date} we looked at /{page}. It repeats advertising or links that have nothing to do with what the page says it’s about.",
      es: "El {date} revisamos /{page}. Repite publicidad o enlaces que no tienen nada que ver con lo que la página dice ser.",
    },
    decisions: ["hide_link", ...AGAINST_PAGES],
    reasons: ["spam"],
  }),
  statement(2, "Scam or phishing", {
    texts: {
      en: "On {date} we looked at /{page}. It leads people to give away passwords, money or personal data under false pretenses.",
      es: "El {date} revisamos /{page}. Lleva a la gente a entregar contraseñas, dinero o datos personales con engaños.",
    },
    decisions: ["hide_link", ...AGAINST_PAGES],
    reasons: ["scam"],
  }),
  statement(3, "Adult content without a warning", {
    texts: {
      en: "On {date} we looked at /{page}. It shows adult content, or leads to it, without asking visitors for their age first.",
      es: "El {date} revisamos /{page}. Muestra contenido para adultos, o lleva a él, sin preguntar antes la edad a los visitantes.",
    },
    decisions: ["label_adult", "hide_link", "hide_page"],
    reasons: ["adult"],
  }),
  statement(4, "Hate or violence", {
    texts: {
      en: "On {date} we looked at /{page}. It attacks people for who they are, or calls for violence against them.",
      es: "El {date} revisamos /{page}. Ataca a personas por lo que son, o llama a la violencia contra ellas.",
    },
    decisions: ["hide_link", ...AGAINST_PAGES],
    reasons: ["hate"],
  }),
  statement(5, "Copyright or trademark", {
    texts: {
      en: "Somebody with rights to it told us that /{page} shows their work or trademark without permission. On {date} we looked at it and found that to be so.",
      es: "Alguien con derechos nos dijo que /{page} muestra su obra o su marca sin permiso. El {date} lo revisamos y comprobamos que es así.",
    },
    decisions: ["hide_link", ...AGAINST_PAGES],
    reasons: ["copyright"],
  }),
  statement(6, "Pretending to be someone else", {
    texts: {
      en: "On {date} we looked at /{page}. Its name, pictures or links make visitors believe that it’s another person’s or company’s page.",
      es: "El {date} revisamos /{page}. Su nombre, sus imágenes o sus enlaces hacen creer que es la página de otra persona o empresa.",
    },
    decisions: ["hide_link", ...AGAINST_PAGES],
    reasons: ["impersonation"],
  }),
  {
    id: "00000000-0000-4000-8000-000000000007",
    kind: "help",
    name: "More details needed",
    texts: {
      en: "Thank you for writing about “{subject}”. To look into it, we need to know: which page it’s about, what you did, what you saw, and which browser you used.",
      es: "Gracias por escribir sobre «{subject}». Para revisarlo necesitamos saber de qué página se trata, qué hiciste, qué viste y qué navegador usaste.",
    },
    decisions: [],
    reasons: [],
  },
  {
    id: "00000000-0000-4000-8000-000000000008",
    kind: "help",
    name: "It’s solved",
    texts: {
      en: "Thank you for writing about “{subject}”. It’s solved now. Have another look, and write again if it isn’t for you.",
      es: "Gracias por escribir sobre «{subject}». Ya está resuelto. Échale un vistazo y vuelve a escribirnos si todavía te pasa.",
    },
    decisions: [],
    reasons: [],
  },
];

export const BUILT_IN_NAMES: readonly string[] = BUILT_IN.map(({ name }) => name);
