import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/** How the server refuses a message, or undefined to accept it. */
type Verdict = { code: number; words: string } | undefined;

export interface MailServer {
  url: string;
  /** The accepted messages, in order. */
  received: ParsedMail[];
}

interface Manners {
  /** Called for every complete message. A promise that never settles makes the server hang. */
  judge?(message: ParsedMail): Verdict | Promise<Verdict>;
  /** Recipients that it doesn't know. */
  refuses?: (address: string) => boolean;
  /** Hangs up in the middle of a message. */
  closesMidway?: boolean;
}

/** A real SMTP server on this machine, until the test is over. */
export async function startMailServer({ judge, refuses, closesMidway }: Manners = {}): Promise<MailServer> {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      if (!refuses?.(address)) return done();
      done(Object.assign(new Error(`<${address}>: no such user`), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      if (closesMidway) {
        stream.resume();
        const socket = [...server.connections].find(({ session: one }) => one === session);
        socket?._socket.destroy();
        return;
      }
      void (async () => {
        const message = await simpleParser(stream);
        const verdict = await judge?.(message);
        if (verdict) return done(Object.assign(new Error(verdict.words), { responseCode: verdict.code }));
        received.push(message);
        done();
      })();
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received };
}
