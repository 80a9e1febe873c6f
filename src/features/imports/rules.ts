import { isEmail } from "#src/features/contacts/rules.ts";
import { normalStart } from "#src/lib/text.ts";

const MEGABYTE = 1024 * 1024;
export const IMPORT_BYTES_MAX = 200 * MEGABYTE;
/** Files are sent in parts, so that a lost connection costs one of them. */
export const PART_BYTES_MAX = 4 * MEGABYTE;
/** Of one account, with their files. Nothing else keeps anyone from filling the disk. */
export const IMPORTS_OPEN_MAX = 5;
export const UNDO_DAYS = 30;
/** Rows with problems that are listed. All of them are counted. */
export const PROBLEMS_MAX = 10_000;
/** The others are in the file. */
export const REASONS_MAX = 20;
export const EXAMPLES_MAX = 3;
/** A longer row is a missing quote, which would swallow the rest of the file. */
export const ROW_CHARS_MAX = MEGABYTE;
export const COLUMNS_MAX = 200;
export const SAMPLE_ROWS = 5;

export const IMPORT_STATES = [
  "uploading",
  "uploaded",
  "validating",
  "ready",
  "running",
  "paused",
  "done",
  "done_with_errors",
  "cancelled",
  "failed",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Where each state leads. */
const MOVES: Readonly<Record<ImportState, readonly ImportState[]>> = {
  uploading: ["uploaded", "failed", "cancelled"],
  uploaded: ["validating", "cancelled"],
  validating: ["ready", "failed", "cancelled"],
  ready: ["validating", "running", "cancelled"],
  running: ["paused", "done", "done_with_errors", "failed", "cancelled"],
  paused: ["running", "cancelled"],
  done: ["undoing"],
  done_with_errors: ["undoing"],
  cancelled: ["undoing"],
  failed: ["undoing"],
  undoing: ["undone"],
  undone: [],
};

export function mayMove(from: ImportState, to: ImportState): boolean {
  return MOVES[from].includes(to);
}

/** States in which a job is at work. */
export const WORKING_STATES = ["validating", "running", "undoing"] as const satisfies readonly ImportState[];

/** What happens to contacts who are already there: their values are replaced, stay, or stay and are completed. */
export const IMPORT_MODES = ["update", "skip", "append"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** How many rows became what. */
export interface ImportCounts {
  rows: number;
  added: number;
  updated: number;
  /** Already there as they are, or twice in the file. */
  unchanged: number;
  left_out: number;
  /** Of those who were added or updated: they get no e-mail, because their address is suppressed. */
  suppressed: number;
  /** Addresses that get no e-mail anymore, because the file says so. They're among those left out. */
  stopped: number;
}

export const NO_COUNTS: ImportCounts = {
  ...{ rows: 0, added: 0, updated: 0 },
  ...{ unchanged: 0, left_out: 0, suppressed: 0, stopped: 0 },
};

/** What a column can hold. A field of the account's own is `field:` and its key. */
export const TARGETS = [
  "email",
  "name",
  "first_name",
  "last_name",
  "phone",
  "country",
  "tags",
  "signed_up_at",
  "subscribed",
  "unsubscribed_at",
  "bounced_at",
] as const;
export type Target = (typeof TARGETS)[number] | `field:${string}`;

/**
 * Headers by which files are recognized, letters and digits only: what Mailchimp, Kit, Ghost, listmonk, Mautic,
 * Shopify and Beehiiv write, and what people write by hand in the languages that Fanfare speaks.
 */
const HEADERS: Readonly<Record<(typeof TARGETS)[number], string>> = {
  email: `email emails emailaddress emailaddresses mail mailaddress subscriberemail adressemail
    correo correos correoelectronico direcciondecorreo direcciondecorreoelectronico direccioncorreo direcciondeemail`,
  name: "name fullname displayname contactname subscribername nombre nombrecompleto nombreyapellido nombreyapellidos nom",
  first_name: `firstname first fname givenname forename vorname prenom
    nombres primernombre nombredepila`,
  last_name: `lastname last lname surname familyname nachname
    apellido apellidos primerapellido`,
  phone: `phone phonenumber mobile mobilephone mobilenumber cell cellphone telephone tel defaultaddressphone telefon
    telefono telefonos movil celular telefonomovil telefonocelular numerodetelefono numerodemovil numerodecelular tlf tfno whatsapp`,
  country: `country countrycode countryregion cc defaultaddresscountrycode defaultaddresscountry addresscountry land
    pais paisregion codigodepais codigopais`,
  tags: `tags tag labels segments lists
    etiqueta etiquetas segmento segmentos listas`,
  signed_up_at: `optintime confirmtime createdat created subscribedat subscribedon datesubscribed signupdate signedup
    signedupat dateadded createddate subscriptiondate optindate joined joinedat joindate
    fechadealta fechaalta alta fechaderegistro fecharegistro fechadesuscripcion fechasuscripcion fechadeinscripcion
    fechadecreacion fechacreacion creado creadoel registradoel suscritoel`,
  subscribed: `subscribed status subscribedtoemails acceptsemailmarketing acceptsmarketing emailmarketingconsent
    subscriptionstatus suscrito suscrita estadodesuscripcion suscripcion aceptamarketing`,
  unsubscribed_at: "unsubtime unsubscribedat unsubscribedon dateunsubscribed fechadebaja",
  bounced_at: "cleantime bouncedat",
};

/** Whether people are subscribed, or in which part of a country they live. */
const STATE_OR_REGION = ["state", "estado"];

/** A whole name in one file, and a first name in another that has last names, too. */
const NAME_OR_FIRST = ["name", "nombre", "nom"];

const TARGET_OF = new Map(
  TARGETS.flatMap((target) => HEADERS[target].split(/\s+/).map((word) => [word, target] as const)),
);

/** The key of a field that's called like a column. Undefined if there's nothing to make one of. */
export function fieldKeyOf(header: string): string | undefined {
  const word = normalStart(header, "NFKD", COMPARED_CHARS_MAX)
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_$/g, "");
  return word.slice(0, FIELD_KEY_CHARS_MAX) || undefined;
}
const FIELD_KEY_CHARS_MAX = 50;
/** Longer than any header or name that we know. */
const COMPARED_CHARS_MAX = 500;

/** A header or a name as it's compared. */
export const plain = (text: string) =>
  normalStart(text.trim(), "NFKD", COMPARED_CHARS_MAX)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** A header, and what's in the first rows below it. */
interface Headed {
  header: string;
  sample: readonly string[];
}

/** What each column probably holds, or null. No two columns hold the same. Own fields go by key or by label. */
export function guessTargets(
  columns: readonly Headed[],
  fields: readonly { key: string; label: string }[],
): (Target | null)[] {
  const taken = new Set<Target>();
  const words = columns.map(({ header }) => plain(header));
  const has = (target: Target) => words.some((word) => TARGET_OF.get(word) === target);
  const isFirst = has("last_name") && !has("first_name");
  const saysWho = columns.find(
    ({ sample }, at) => STATE_OR_REGION.includes(words[at] ?? "") && areSubscriptions(sample),
  );
  return columns.map((column, at) => {
    const word = words[at] ?? "";
    const isIt = ({ key, label }: { key: string; label: string }) =>
      word !== "" && (plain(key) === word || plain(label) === word);
    const key = fields.find(isIt)?.key;
    const isState = column === saysWho && !has("subscribed");
    const known = isState
      ? "subscribed"
      : isFirst && NAME_OR_FIRST.includes(word)
        ? "first_name"
        : TARGET_OF.get(word);
    const target = known ?? (key === undefined ? undefined : (`field:${key}` as const));
    if (target === undefined || taken.has(target)) return null;
    taken.add(target);
    return target;
  });
}

/** Without a header, only addresses give themselves away. */
export function guessByContent(cells: readonly string[]): (Target | null)[] {
  const at = cells.findIndex((cell) => isEmail(cell.trim()));
  return cells.map((_, index) => (index === at ? "email" : null));
}

const DELIMITERS = [",", ";", "\t", "|", ":"] as const;

/**
 * The character that separates a file's cells: whichever splits its first lines into the most columns of the same
 * number. Quoted text doesn't count.
 */
export function guessDelimiter(text: string): string {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, 20);
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const [first = 0] = counts;
    return { delimiter, score: first * counts.filter((count) => count === first).length };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

/** What says that somebody wants e-mail, letters and digits only. */
const YES = new Set(
  `true yes y t 1 subscribed subscribe active activated enabled confirmed verified optin optedin optedinsingle
  singleoptin doubleoptin accepted granted ja wahr oui si verdadero suscrito suscrita activo activa habilitado
  habilitada confirmado confirmada verificado verificada aceptado aceptada alta dealta dadodealta dadadealta`.split(
    /\s+/,
  ),
);

/** What other products write about people who don't want e-mail, can't get it, or haven't confirmed it yet. */
const NO =
  /^(?:false|falso|no|n|f|0|off|nein|non)$|unsub|optedout|optout|unconfirm|pending|pendiente|remov|delet|elimin|clean|bounc|rebot|undeliver|invalid|spam|junk|compla|block|bloque|blacklist|suppress|suprim|disabl|inactiv|archiv|transactional|cancel|anulad|desuscri|baja|donotcontact|donotmail|^(?:not?|non|never|nunca|sin)(?:opt|subscri|suscri|confirm|activ|verif|accept|acept|contact)/;

/** Of these, what's for good: people don't want e-mail there anymore, or can't get it. The gravest come first. */
const LEFT = [
  ["complaint", /spam|junk|compla/],
  ["hard_bounce", /clean|(?<!soft)bounc|rebot|undeliver/],
  ["manual", /block|bloque|blacklist|suppress|suprim|donotcontact|donotmail/],
  ["unsubscribe", /unsub|optedout|optout|cancel|anulad|desuscri|baja/],
] as const;
export type Left = (typeof LEFT)[number][0];

/** Why someone gets no e-mail there anymore, if what other products write says so. */
export function leftFor(text: string): Left | undefined {
  return LEFT.find(([, words]) => words.test(plain(text)))?.[0];
}

/** Whether everyone gets e-mail there who hasn't said no, so that “no” below this header is what they said. */
export function isOptOut(header: string): boolean {
  return plain(header) === "subscribedtoemails";
}

/** What a cell says about somebody's subscription. Nothing counts as yes: such files list only those who are subscribed. */
export function subscriptionIn(text: string): "yes" | "no" | "unclear" {
  const word = plain(text);
  if (word === "" || YES.has(word)) return "yes";
  return NO.test(word) ? "no" : "unclear";
}

/** Whether cells say who is subscribed, and nothing else. */
function areSubscriptions(cells: readonly string[]): boolean {
  const told = cells.filter((cell) => cell.trim() !== "");
  return told.length > 0 && told.every((cell) => subscriptionIn(cell) !== "unclear");
}

/** Tags in one cell, separated by commas, semicolons, or bars, with or without quotes. */
export function parseTags(text: string): string[] {
  const tags = text.split(/[,;|]/).map((tag) => tag.replaceAll('"', "").trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
