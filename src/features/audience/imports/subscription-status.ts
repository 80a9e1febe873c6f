/* What other products, and people, write about who wants e-mail. Nobody who left becomes mailable by a word that's unknown. */
import { matchKey } from "./rules.ts";

/** What says that somebody wants e-mail, letters and digits only. */
const YES = new Set(
  `true yes y t 1 x on subscribed subscribe active activated enabled confirmed verified optin optedin optedinsingle
  singleoptin doubleoptin accepted granted express explicit new activesubscriber subscriber
  ja wahr abonniert angemeldet aktiv bestätigt bestatigt zugestimmt eingewilligt
  oui vrai abonne abonnee inscrit inscrite actif active confirme confirmee
  si verdadero suscrito suscrita suscripto suscripta activo activa habilitado habilitada confirmado confirmada verificado
  verificada aceptado aceptada alta dealta dadodealta dadadealta
  sim verdadeiro inscrito inscrita assinante ativo ativa aceito
  vero iscritto iscritta attivo attiva confermato confermata
  ingeschreven geabonneerd actief waar prenumererar prenumerant abonnent tilmeldt aktivny aktywny subskrybowany
  да подписан активен はい 購読中 登録済み 是 已订阅 已訂閱 예 구독`.split(/\s+/),
);

/** What other products write about people who don't want e-mail, can't get it, or haven't confirmed it yet. */
const NO =
  /^(?:false|falsch|falso|faux|no|n|nao|f|0|off|nein|non|nee|nej|nie|ne|нет|否|いいえ|아니요)$|unsub|optedout|optout|unconfirm|unbestatigt|pending|pendiente|pendente|ausstehend|enattente|inattesa|validating|needsattention|paused|pausiert|remov|delet|elimin|geloscht|supprim|clean|bounc|rebot|rimbalz|rejet|undeliver|unzustell|invalid|ungultig|invalide|non?valid|spam|junk|compla|beschwer|plainte|block|bloque|bloquead|bloccat|gesperrt|blacklist|suppress|suprim|sperrliste|disabl|deaktiv|desactiv|desativ|disattiv|inactiv|inactif|inaktiv|inativ|inattiv|archiv|transactional|cancel|anulad|annull|desuscri|desubscri|descadastr|desabonn|desinscri|disiscri|disiscritt|abgemeldet|abbestellt|ausgetragen|widerrufen|uitgeschreven|afgemeld|avregistr|avanmald|avmeldt|afmeldt|frameldt|wypisan|odhlas|отписан|退订|取消|baja|donotcontact|donotmail|donotemail|^(?:not?|non|nicht|never|nunca|mai|jamais|sin|pas)(?:opt|subscri|suscri|confirm|activ|verif|accept|acept|contact|abon|inscri|iscri|ange|bestat)/;

/** Of these, what's for good: people don't want e-mail there anymore, or can't get it. The gravest come first. */
const LEFT = [
  ["complaint", /spam|junk|compla|beschwer|plainte/],
  ["hard_bounce", /clean|(?<!soft)bounc|rebot|rimbalz|undeliver|unzustell/],
  [
    "manual",
    /block|bloque|bloccat|gesperrt|blacklist|sperrliste|suppress|suprim|donotcontact|donotmail|donotemail/,
  ],
  [
    "unsubscribe",
    /unsub|optedout|optout|cancel|anulad|annull|desuscri|desubscri|descadastr|desabonn|desinscri|disiscri|abgemeldet|abbestellt|ausgetragen|widerrufen|uitgeschreven|afgemeld|avregistr|avanmald|avmeldt|afmeldt|frameldt|wypisan|odhlas|отписан|退订|取消|baja/,
  ],
] as const;
export type ImportedReason = (typeof LEFT)[number][0];

/** Why someone gets no e-mail there anymore, if what other products write says so. */
export function suppressionReasonIn(text: string): ImportedReason | undefined {
  return LEFT.find(([, words]) => words.test(matchKey(text)))?.[0];
}

/** Whether everyone gets e-mail there who hasn't said no, so that “no” below this header is what they said. */
export function isOptOut(header: string): boolean {
  return matchKey(header) === "subscribedtoemails";
}

/** What a cell says about somebody's subscription. Nothing counts as yes: such files list only those who are subscribed. */
export function subscriptionIn(text: string): "yes" | "no" | "unclear" {
  const word = matchKey(text);
  if (word === "" || YES.has(word)) return "yes";
  return NO.test(word) ? "no" : "unclear";
}

/** What stands where nothing happened: a bounce that wasn't, and a day nobody left. */
const NOTHING =
  /^(?:|false|falsch|falso|faux|no|n|f|0+|off|nein|non|nao|null|nil|none|never|nie|nunca|jamais|mai|na|00000000000000|00010101000000.*)$/;

/** Whether a cell says that something happened: a date, a reason, a count, or a yes. */
export function isSet(text: string): boolean {
  return !NOTHING.test(matchKey(text));
}

/** Whether cells say who is subscribed, and nothing else. */
export function areSubscriptions(cells: readonly string[]): boolean {
  const told = cells.filter((cell) => cell.trim() !== "");
  return told.length > 0 && told.every((cell) => subscriptionIn(cell) !== "unclear");
}
