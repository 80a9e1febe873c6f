/* Interprets other products', and people's, words for a subscription. Nobody who unsubscribed becomes
   mailable through an unknown word. */
import { matchKey } from "./rules.ts";

/** Words for a subscription, letters and digits only. */
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

/** Other products' words for people who don't want e-mail, can't get it, or haven't confirmed it yet. */
const NO =
  /^(?:false|falsch|falso|faux|no|n|nao|f|0|off|nein|non|nee|nej|nie|ne|нет|否|いいえ|아니요)$|unsub|optedout|optout|unconfirm|unbestatigt|pending|pendiente|pendente|ausstehend|enattente|inattesa|validating|needsattention|paused|pausiert|remov|delet|elimin|geloscht|supprim|clean|bounc|rebot|rimbalz|rejet|undeliver|unzustell|invalid|ungultig|invalide|non?valid|spam|junk|compla|beschwer|plainte|block|bloque|bloquead|bloccat|gesperrt|blacklist|suppress|suprim|sperrliste|disabl|deaktiv|desactiv|desativ|disattiv|inactiv|inactif|inaktiv|inativ|inattiv|archiv|transactional|cancel|anulad|annull|desuscri|desubscri|descadastr|desabonn|desinscri|disiscri|disiscritt|abgemeldet|abbestellt|ausgetragen|widerrufen|uitgeschreven|afgemeld|avregistr|avanmald|avmeldt|afmeldt|frameldt|wypisan|odhlas|отписан|退订|取消|baja|donotcontact|donotmail|donotemail|^(?:not?|non|nicht|never|nunca|mai|jamais|sin|pas)(?:opt|subscri|suscri|confirm|activ|verif|accept|acept|contact|abon|inscri|iscri|ange|bestat)/;

/** Permanent ones of these: people unsubscribed there, or can't get e-mail. The gravest come first. */
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

/** Returns the reason for a suppression in another product's words, if there is one. */
export function suppressionReasonIn(text: string): ImportedReason | undefined {
  return LEFT.find(([, words]) => words.test(matchKey(text)))?.[0];
}

/** True if everyone is subscribed there by default, so “no” below this header was the person's choice. */
export function isOptOut(header: string): boolean {
  return matchKey(header) === "subscribedtoemails";
}

/** Returns a cell's subscription state. An empty cell counts as yes: such files list only subscribers. */
export function subscriptionIn(text: string): "yes" | "no" | "unclear" {
  const word = matchKey(text);
  if (word === "" || YES.has(word)) return "yes";
  return NO.test(word) ? "no" : "unclear";
}

/** Placeholders for an event that didn't happen, such as a bounce or an unsubscription. */
const NOTHING =
  /^(?:|false|falsch|falso|faux|no|n|f|0+|off|nein|non|nao|null|nil|none|never|nie|nunca|jamais|mai|na|00000000000000|00010101000000.*)$/;

/** True if a cell reports an event: a date, a reason, a count, or a yes. */
export function isSet(text: string): boolean {
  return !NOTHING.test(matchKey(text));
}

export function areSubscriptions(cells: readonly string[]): boolean {
  const told = cells.filter((cell) => cell.trim() !== "");
  return told.length > 0 && told.every((cell) => subscriptionIn(cell) !== "unclear");
}
