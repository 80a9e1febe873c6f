/* Recognizes bounces in an inbox and reads their reason (5.10.8). */
// regex-ignore-file: most read plainStart, which is short, and the others begin at a line or after a bounded part

import {
  normalizeReply,
  replyMeaning,
} from "#src/features/email/sending-accounts/send/reply-pattern-rules.ts";
import { cleanReplyText, type Reply } from "#src/features/email/sending-accounts/send/reply-rules.ts";
import { cutChars } from "#src/lib/text.ts";
import { type BounceKind, bounceKind } from "./bounce-rules.ts";
import {
  addressesIn,
  addressIn,
  fieldsIn,
  hasNoSender,
  type IncomingMessage,
  idsOf,
  partOf,
} from "./incoming-message-rules.ts";

/** `automatic`: a warning about a delay changes nothing. */
export type BounceClassification =
  | { kind: BounceKind | "delivered"; ids: string[]; recipient: string; words: string }
  | { kind: "automatic" };

export function classifyBounce(mail: IncomingMessage): BounceClassification | undefined {
  return judgeStatus(mail) ?? classifyText(mail);
}

const isVague = (status: string) => /^(?:[245]\.0\.0|[45]\.(?:3|5)\.0|)$/.test(status);

/** A delivery status notification (RFC 3464). */
function judgeStatus(mail: IncomingMessage): BounceClassification | undefined {
  const part = partOf(mail, /^message\/(?:global-)?delivery-status/i);
  if (!part) return undefined;
  const fields = recipientFieldsIn(part.text);
  const action = (fields.get("action") ?? "").toLowerCase();
  const [status = ""] = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "") ?? [];
  const diagnosis = (fields.get("diagnostic-code") ?? "").replace(/^[\w-]{1,40};\s*/, "");
  const named = ["original-recipient", "final-recipient", "x-actual-recipient"].map((name) =>
    addressIn(fields.get(name) ?? ""),
  );
  const said = ownText(mail.text);
  const about = {
    ids: idsOf(mail),
    recipient: named.find((one) => one !== "") ?? recipientIn(mail, said),
    words: cleanReplyText(diagnosis || fields.get("status") || ""),
  };
  if (/^deliver/.test(action)) return { ...about, kind: "delivered" };
  const isFinal = /^fail/.test(action) || (action === "" && /^[45]/.test(status));
  if (!isFinal) return { kind: "automatic" };
  const texts = [diagnosis, fields.get("x-supplementary-info") ?? ""].filter((text) => text !== "");
  const line = telling(said);
  const reply = replyIn(texts.length > 0 ? texts : [line ?? said], status, said);
  return { ...about, words: cleanReplyText(diagnosis || line || status), kind: bounceKind(reply) };
}

/** Returns the fields of the first failed recipient, or of the first one: our messages have only one. */
function recipientFieldsIn(text: string): ReadonlyMap<string, string> {
  const groups = text.split(/\r?\n[ \t]*\r?\n/).map(fieldsIn);
  const isAbout = (fields: ReadonlyMap<string, string>) =>
    ["action", "status", "final-recipient"].some((name) => fields.has(name));
  const about = groups.filter(isAbout);
  const failed = about.find((fields) => /^fail/i.test(fields.get("action") ?? ""));
  // Some write one group, and some put an empty line between every two fields.
  return failed?.has("status")
    ? failed
    : (failed ?? about[0])
      ? merged(failed ?? about[0], text)
      : fieldsIn(text);
}

const merged = (first: ReadonlyMap<string, string> | undefined, text: string) =>
  new Map([...fieldsIn(text), ...(first ?? [])]);

const ENHANCED = /(?:^|[\s(#:-])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;
const CODE = /(?:^|[\s:;<>([])([45][0-5]\d)(?=[ -]{1,3}[^\s\d]|[ -]{1,3}[#\d]\.|:)/;
const SAID_CHARS_MAX = 4000;

/**
 * Returns a server's response, and its status. Plain text comes first, then a specific status (5.0.0 isn't),
 * then codes in the text. `said` is written for people.
 */
function replyIn(texts: readonly string[], status: string, said: string): Reply {
  // Some call a locked inbox an unknown user, and give the real reason before that.
  const isLocked = isVague(status) && replyMeaning(said) === "suspended";
  const text = isLocked ? said : (texts.find((one) => replyMeaning(one) !== undefined) ?? texts[0] ?? "");
  const code = CODE.exec(` ${text.slice(0, SAID_CHARS_MAX)}`)?.[1];
  const own = ENHANCED.exec(` ${text.slice(0, SAID_CHARS_MAX)}`)?.[1] ?? "";
  const enhanced = isVague(status)
    ? own || (code === undefined || status.startsWith("4") ? status : "")
    : status;
  return {
    text: cutChars(text, SAID_CHARS_MAX),
    ...(code !== undefined && { code: Number(code) }),
    ...(enhanced !== "" && { enhanced }),
  };
}

const DAEMON_ADDRESS =
  /^(?:mailer[-_.]?daemon|postmaster|mail[-_.]?daemon|mdaemon|mail[-_.]?delivery|microsoftexchange[0-9a-f]{0,40}|bounces?|mail-?admin\w{0,12})\b/i;
const DAEMON_NAME =
  /mailer[- ]?daemon|mail deliver(?:y|ed)? (?:sub)?system|mail delivery|system ?administrator|\bpostmaster|mail administrator|\bndr\b|interscan|mail server at/i;

function isFromDaemon(mail: IncomingMessage): boolean {
  const from = mail.headers.get("from") ?? "";
  return DAEMON_ADDRESS.test(mail.from) || (mail.from === "" && hasNoSender(mail)) || DAEMON_NAME.test(from);
}

/** Matched against `normalizeReply`. */
const SUBJECTS: readonly RegExp[] = [
  /^(?:\W{0,4}undeliver|(?:mail|message|e-?mail|automatic|failed|non)?[- ]?deliver(?:y|ed) (?:status|failure|fail|notif|report|has failed|error|incomplete|problem|unsuccess|subsystem|system)|mail deliver|message deliver|returned (?:mail|e-?mail|message|to sender)|return(?:ing)? (?:to|message)|fail(?:ure|ed) (?:notice|delivery|mail|message)|mail (?:system error|failed|failure|error)|non[- ]?(?:deliver|remis|recapit)|message (?:undeliver|not delivered|could not|status|you sent)|(?:your |the )?(?:e-?mail|mail|message|messages?) (?:could not|couldn't|cannot|can't|was not|wasn't|has not|not) (?:be )?(?:delivered|sent)|(?:unable|could not|couldn't|cannot|failed) to? ?(?:be )?(?:deliver|send)|not delivered|there was an error sending|error sending|notice: mail delivery|warning: (?:message|could not send)|rejected (?:mail|message)|bounced?\b|nondeliverable|delivery notification)/,
  /^(?:unzustellbar|nicht zustellbar|nicht zugestellt|zustellung fehl|fehler bei der zustellung|zustellfehler|ihre (?:nachricht|e-?mail) konnte nicht|nachricht (?:nicht|konnte)|remise|echec (?:de |d')|message non (?:distribue|remis|delivre)|non remis|courrier (?:electronique )?non|notification d'(?:echec|etat)|avis de non[- ]remise|no se (?:puede|pudo|ha podido)|(?:mensaje|correo) (?:no entregado|devuelto)|no entregado|entrega fallida|error (?:de|en la) entrega|notificacion de (?:estado|error|fallo)|fallo (?:de|en la) entrega|nao (?:foi )?(?:entreg|possivel)|falha (?:na|de) entrega|mensagem (?:devolvida|nao)|devolvid|notificacao de (?:status|falha)|mancat[ao] (?:consegna|recapito)|non recapitabil|impossibile (?:recapitare|consegnare)|consegna (?:fallita|non)|messaggio non|notifica (?:di )?(?:mancat|stato))/,
  /^(?:onbestelbaar|niet (?:bezorgd|afgeleverd)|(?:bezorging|aflevering) mislukt|nie dostarczon|niedostarcz|nie mozna dostarczyc|zwrot|blad dostarcz|niedoreczon|недостав|не доставлен|не удалось доставить|ошибка доставки|сообщение не доставл|невозможно доставить|уведомление о (?:недоставке|невозможности)|olever|kunde inte levereras|ej levererat|ikke leveret|ikke levert|kan ikke lever|kunne ikke lever|toimitus epaonn|ei voitu toimittaa|teslim edilem|iletilemedi|iletileme|nedorucit|nedoruc|kezbesithetetlen|nelivrat|μη παραδ|αποτυχια παραδ)/,
  /(?:配信不能|配信でき|配信エラー|配信に失敗|配信失敗|配信不可|配信されなかった|送信でき|送信エラー|送信不能|送信に失敗|メールエラー|エラー通知|エラーメール|未配信|未配達|お届けでき|退信|退回|无法投递|无法送达|无法传递|投递失败|发送失败|傳遞失敗|無法傳遞|無法投遞|未送达|未傳遞|未传递|반송|전송 ?실패|배달 ?실패|배달되지|배달할 수|전달되지|전달할 수|발송 ?실패|보낼 수 없)/,
];
const BODIES: readonly RegExp[] = [
  /(?:could not|couldn't|cannot|can't|can not|was not|wasn't|were not|has not been|not be|unable to|able to|failed to|failure to|errors?|errors? while|trying to|errors? when|trouble|problem|failed|failure of|failure in) (?:be |been )?deliver|undeliver|delivery (?:has |to the following )?(?:failed|failure|status notif|errors?|attempts? failed|of your)|deliver(?:y|ed)[^.]{0,60}failed|did not reach|had delivery errors|permanent (?:fatal )?error|rejected (?:the |a |by |your )?(?:recipient|remote|a remote)|returned to (?:you|sender)|failed addresses follow|failure reasons|have been rejected|was rejected|has bounced|not delivered to|(?:message|mail) (?:rejected|refused|was refused)|(?:failed|unable) to send|could not (?:be )?sen[dt]|transcript of session|invalid final delivery|no valid recipients/,
  /(?:konnte|kann|wurde|konnten)[^.]{0,80}nicht[^.]{0,60}(?:zugestellt|ausgeliefert|ubermittelt|versendet)|unzustellbar|zustellung[^.]{0,60}(?:fehl|nicht moglich)|n'a pas pu etre (?:remis|delivre|distribue|achemine|envoye)|n'a pas ete (?:remis|delivre|distribue)|echec de (?:la )?(?:remise|livraison|distribution)|impossible de (?:remettre|delivrer|distribuer)|no (?:se )?(?:ha podido|pudo|puede|fue posible|ha sido)[^.]{0,40}(?:entreg|enviar)|nao (?:foi|pode|pode ser)[^.]{0,40}(?:entreg|enviad)|falha na entrega|non (?:e stato|puo essere|e possibile)[^.]{0,40}(?:recapita|consegna)|impossibile (?:recapitare|consegnare)|(?:kon|kan|is) niet[^.]{0,60}(?:bezorgd|afgeleverd)|nie (?:mogla|mozna|zostal[ao])[^.]{0,60}(?:dostarcz|doreczon)|не (?:может быть|удалось|было|была|доставлен)[^.]{0,60}достав|не доставлен/,
  /(?:配信|送信|配達|お届け)[^。]{0,20}(?:できません|できなかった|失敗|エラー|されません)|(?:无法|未能|不能|無法|没有)[^。]{0,20}(?:投递|送达|投遞|傳遞|传递|发送)|退信|(?:전송|배달|전달|발송)[^.]{0,20}(?:실패|못|않|수 없)|반송|kunde inte levereras|ikke lever|ei voitu toimittaa|teslim edileme|iletileme|nelze doruc|nem (?:sikerult )?kezbesit/,
];

/** The returned message is copied after this line. */
const COPY =
  /^[-_ >|*=]{0,80}(?:below this line is a copy of|this is a copy of (?:the|your) message|below is a copy of the original|(?:the )?(?:original|returned|undelivered) (?:message|mail)(?: headers?| text)?(?: follows| is| info)?[-_ :.]{0,80}$|original message|(?:the )?header of the original|included is (?:the|a) copy|message (?:headers?|text) follows?|unsent message below|original-envelope|returned (?:message|mail)|--- forwarded message|kopie der nachricht|copie du message|copia del mensaje)/im;
const DELAYED =
  /delivery (?:is|has been) delayed|will (?:keep trying|be retried|continue (?:to try|trying)|retry)|still trying|has not yet been delivered|could not send message for past|warning message only|(?:do not|don't) need to re-?send|temporary failure report|delivery attempts will continue|undeliverable for \d|deliver(?:y|ed) incomplete|(?:zustellung|verzoger)[^.]{0,60}(?:verzoger|weiter versucht)|(?:a ete|est) retardee?|se (?:ha )?retrasado|foi atrasada|in ritardo|vertraagd|opozniona|задерж|遅延|遅れて|延迟|延遲|지연/;
const DELAYED_SUBJECT =
  /^warning\b|^delayed\b|\(delay(?:ed)?\)|deliver(?:y|ed) (?:has been |is |status notification: )?delayed|notification: delayed|delayed \d|^(?:verzoger|zustellung verzoger|retard|retras|atras|ritard|vertraag|opozni|задерж)|遅延|延迟|延遲|지연/;

/** Returns its own text, without the copy. */
function ownText(text: string): string {
  // Nothing is copied in a first line: Haraka's is “Undelivered mail.”
  const first = /^\s{0,200}[^\n]{0,200}/.exec(text)?.[0].length ?? 0;
  const copyAt = text.slice(first).search(COPY);
  return copyAt < 0 ? text : text.slice(0, first + copyAt);
}

const says = (patterns: readonly RegExp[], text: string) => patterns.some((one) => one.test(text));

/** True if an e-mail without a status reports that another didn't arrive. */
function isBounce(mail: IncomingMessage, said: string): boolean {
  if (mail.headers.has("x-failed-recipients")) return true;
  if (/report-type="?delivery-status/i.test(mail.headers.get("content-type") ?? "")) return true;
  const [hasSubject, hasBody] = [
    says(SUBJECTS, normalizeReply(mail.subject)),
    says(BODIES, normalizeReply(said)),
  ];
  const hasCode = telling(said) !== undefined;
  const hasCopy = said.length < mail.text.length || partOf(mail, /rfc822|^message\/partial/i) !== undefined;
  if (isFromDaemon(mail)) return hasSubject || hasBody || (hasCopy && hasCode);
  if (hasNoSender(mail)) return hasSubject || (hasBody && (hasCopy || hasCode));
  return hasSubject && hasBody && (hasCopy || hasCode);
}

/** A bounce in words alone, as qmail, Exim, old Exchange, and many gateways write them. */
function classifyText(mail: IncomingMessage): BounceClassification | undefined {
  const said = ownText(mail.text);
  if (!isBounce(mail, said)) return undefined;
  if (DELAYED_SUBJECT.test(normalizeReply(mail.subject)) || DELAYED.test(normalizeReply(said)))
    return { kind: "automatic" };
  const line = telling(said);
  const reply = replyIn(line === undefined ? [said, mail.subject] : [line], "", said);
  return {
    kind: bounceKind(reply),
    ids: idsOf(mail),
    recipient: recipientIn(mail, said),
    words: cleanReplyText(line ?? said),
  };
}

/** A server's response may be folded into so many lines. */
const LINES_MAX = 5;

/** Returns the line with a server's code, and its continuation lines. */
function telling(said: string): string | undefined {
  const lines = said.split(/\r?\n/);
  const isTelling = (line: string) => ENHANCED.test(` ${line}`) || CODE.test(` ${line}`);
  const at = lines.findIndex((line) => isTelling(line.slice(0, SAID_CHARS_MAX)));
  if (at < 0) return undefined;
  const codesOf = (line = "") => [CODE, ENHANCED].map((one) => one.exec(` ${line}`)?.[1]).join(" ");
  const isOther = (line: string) =>
    /^\s*(?:>>>|<<<|$)/.test(line) || (isTelling(line) && codesOf(line) !== codesOf(lines[at]));
  const rest = lines.slice(at + 1, at + 1 + LINES_MAX);
  const end = rest.findIndex(isOther);
  return [lines[at], ...(end < 0 ? rest : rest.slice(0, end))].join(" ");
}

const NOT_RECIPIENTS = /^(?:mailer-daemon|postmaster|abuse|no-?reply|support|helpdesk)@/;

/** The recipient: the one named in the text, with or without brackets, or that of the returned e-mail. */
function recipientIn(mail: IncomingMessage, said: string): string {
  const failed = addressIn(mail.headers.get("x-failed-recipients") ?? "");
  const field = addressIn(fieldsIn(said).get("final-recipient") ?? "");
  if (failed !== "" || field !== "") return failed || field;
  const returned = partOf(mail, /rfc822/i)?.text ?? mail.text.slice(said.length);
  const to = addressIn(fieldsIn(returned.slice(0, SAID_CHARS_MAX)).get("to") ?? "");
  const ours = new Set([mail.from, ...addressesIn(mail.headers.get("to") ?? "")]);
  const named = addressesIn(said).filter((one) => !ours.has(one) && !NOT_RECIPIENTS.test(one));
  return named.includes(to) ? to : (named[0] ?? to);
}
