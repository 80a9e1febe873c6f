import type { BenchEnvironment } from "./environment.ts";
import { spawnPinned } from "./load-driver.ts";
import { contentOf, openMailFixture, startCampaign, startSink } from "./mail-fixture.ts";
import { alternate, type Measured, result } from "./measurement.ts";

const MESSAGES = 3_000;
const RATIO_MIN = 0.6;
const SECONDS_PER_MINUTE = 60;
/** As long as the product's own. */
const TRACKED_URL = `http://localhost:40000/m/${"x".repeat(59)}`;
const UNSUBSCRIBE = `<p>Main Street 1 <a href="http://localhost:40000/u/${"x".repeat(43)}">Unsubscribe</a></p>`;

/** What nodemailer alone sends: the same content, written once, with as many headers. */
function bareMessage(): object {
  const { subject, html, text } = contentOf({ name: "Nora", urlOf: () => TRACKED_URL, ending: UNSUBSCRIBE });
  const picture = `<img src="${TRACKED_URL}" width="1" height="1" alt="" style="border:0">`;
  const headers = {
    "List-Unsubscribe": `<http://localhost:40000/u/${"x".repeat(43)}>, <mailto:mia@mia.art?subject=unsubscribe>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": '"Mia" <mia.localhost>',
    "Feedback-ID": "mia:mia:campaign:fanfare",
    Precedence: "bulk",
  };
  return { from: "Mia <mia@mia.art>", subject, html: html + picture, text, headers };
}

/** Personalized e-mail of 20 KB with tracked links and a ledger, relative to nodemailer with the same message. */
export async function measureMail(stage: BenchEnvironment): Promise<Measured> {
  const sink = await startSink(MESSAGES);
  const { owner, mailbox_id } = await openMailFixture(stage, { fans: MESSAGES, port: sink.port });
  const bare = spawnPinned("server", "bare-mailer.ts", [String(sink.port), String(MESSAGES)]);
  bare.stdin?.write(`${JSON.stringify(bareMessage())}\n`);
  const sizes = { product: 0, bare: 0 };
  const rate = async (whose: keyof typeof sizes) => {
    const { seconds, bytes } = await sink.next();
    sizes[whose] = bytes;
    return (MESSAGES / seconds) * SECONDS_PER_MINUTE;
  };
  try {
    const measured = result(
      "e-mails/min",
      await alternate(
        async () => {
          await startCampaign(owner, mailbox_id);
          return rate("product");
        },
        async () => {
          bare.stdin?.write("send\n");
          return rate("bare");
        },
      ),
    );
    const kilobytes = Object.values(sizes).map((bytes) => `${(bytes / 1024).toFixed(1)} KB`);
    return {
      ...measured,
      note: `a campaign to a mail server, ledger on PostgreSQL, ${kilobytes[0]} each; over nodemailer alone with ${kilobytes[1]} and as many connections`,
      promises: [{ text: `ratio ≥ ${RATIO_MIN}`, isKept: measured.ratio >= RATIO_MIN }],
    };
  } finally {
    bare.kill();
    sink.end();
  }
}
