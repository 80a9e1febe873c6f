/* Finds the files in an e-mail that are DMARC reports by their name or its subject (RFC 7489 §7.2.1.1). */
import type { Attachment, ParsedMail } from "mailparser";

const FILES_MAX = 5;
/** `receiver!domain!begin!end`, and a name of its own in some. */
const REPORT_NAME = /^[^!/\\]{1,255}![^!/\\]{1,255}!\d{1,12}!\d{1,12}(?:![^/\\]{0,255})?$/;
const REPORT_SUBJECT = /^\s{0,9}(?:\[?[\w-]{1,20}\]?:?\s{1,9}){0,2}report[ -]domain:/i;
const EXTENSION = /(?:\.xml|\.gz|\.zip){1,2}$/i;

type Parse = (source: Buffer) => Promise<ParsedMail>;

/** Some forward reports as an e-mail within an e-mail, so one level of those is looked into, too. */
export async function dmarcFiles(mail: ParsedMail, parse: Parse): Promise<Uint8Array[]> {
  const isSaid = REPORT_SUBJECT.test(mail.subject ?? "");
  const own = reportsIn(mail, isSaid);
  const inner = isSaid
    ? mail.attachments.find(({ contentType }) => contentType === "message/rfc822")
    : undefined;
  if (own.length > 0 || !inner) return own;
  const wrapped = await parse(inner.content).catch(() => undefined);
  return wrapped ? reportsIn(wrapped, true) : [];
}

function reportsIn({ attachments }: ParsedMail, isSaid: boolean): Uint8Array[] {
  return attachments
    .filter((file) => isReportFile(file, isSaid))
    .slice(0, FILES_MAX)
    .map(({ content }) => new Uint8Array(content));
}

function isReportFile({ filename = "", contentType }: Attachment, isSaid: boolean): boolean {
  const isFile =
    EXTENSION.test(filename) || /(?:\/|[+-])(?:xml|gzip|zip(?:-compressed)?)$/i.test(contentType);
  return isFile && (isSaid || REPORT_NAME.test(filename.replace(EXTENSION, "")));
}
