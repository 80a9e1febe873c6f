import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/** How the server refuses a message, or undefined to accept it. */
type Verdict = { code: number; words: string } | undefined;

export interface MailServer {
  url: string;
  port: number;
  /** The accepted messages, in order. */
  received: ParsedMail[];
  /** The same as they came, byte by byte. */
  raw: Buffer[];
  /** How each of their senders had signed in, and whether that was encrypted. */
  signIns: { method: string; secure: boolean }[];
}

interface Manners {
  /** Called for every complete message. A promise that never settles makes the server hang. */
  judge?(message: ParsedMail): Verdict | Promise<Verdict>;
  /** Says nothing of letters outside ASCII (SMTPUTF8). */
  isAsciiOnly?: boolean;
  /** Recipients that it doesn't know. */
  refuses?: (address: string) => boolean;
  /** Hangs up in the middle of a message. */
  closesMidway?: boolean;
  /** Hangs up after a message, without an answer. */
  closesAtEnd?: boolean;
  /** Refuses senders. */
  judgeSender?: (address: string) => Verdict;
  /** Accepts nothing without these. Changes to them count at once. */
  login?: { user: string; pass: string };
  /** The ways to sign in that it offers. */
  authMethods?: string[];
  /** `tls` from the first byte, or offers `starttls`. Its certificate is its own work unless there’s another. */
  encryption?: "tls" | "starttls";
  certificate?: { key: string; cert: string };
}

/** A real SMTP server on this machine, until the test is over. */
export async function startMailServer(manners: Manners = {}): Promise<MailServer> {
  const { judge, refuses, judgeSender, login, encryption, certificate } = manners;
  const signIns: MailServer["signIns"] = [];
  const received: ParsedMail[] = [];
  const raw: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    hideSMTPUTF8: manners.isAsciiOnly ?? false,
    authMethods: manners.authMethods ?? ["PLAIN", "LOGIN", "XOAUTH2"],
    secure: encryption === "tls",
    disabledCommands: encryption === "starttls" ? [] : ["STARTTLS"],
    ...certificate,
    closeTimeout: 100,
    onAuth({ method, username, password, accessToken, validatePassword }, { secure }, done) {
      const isKnown =
        method === "CRAM-MD5"
          ? validatePassword(login?.pass ?? "")
          : (password ?? accessToken) === login?.pass;
      if (username === login?.user && isKnown) {
        signIns.push({ method, secure });
        return done(null, { user: username });
      }
      // How Google and Microsoft say that a token no longer works.
      if (accessToken) return done(null, { data: { status: "401", schemes: "bearer" } } as never);
      done(Object.assign(new Error("5.7.8 Username and password not accepted"), { responseCode: 535 }));
    },
    onMailFrom({ address }, _session, done) {
      const verdict = judgeSender?.(address);
      done(verdict && Object.assign(new Error(verdict.words), { responseCode: verdict.code }));
    },
    onRcptTo({ address }, _session, done) {
      if (!refuses?.(address)) return done();
      done(Object.assign(new Error(`<${address}>: no such user`), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const hangUp = () =>
        [...server.connections].find(({ session: one }) => one === session)?._socket.destroy();
      if (manners.closesMidway) {
        stream.resume();
        hangUp();
        return;
      }
      void (async () => {
        const bytes = await buffer(stream);
        const message = await simpleParser(bytes);
        if (manners.closesAtEnd) return hangUp();
        const verdict = await judge?.(message);
        if (verdict) return done(Object.assign(new Error(verdict.words), { responseCode: verdict.code }));
        received.push(message);
        raw.push(bytes);
        done();
      })();
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  const { port } = server.server.address() as AddressInfo;
  // Whoever gives up in the middle of a handshake leaves an error behind.
  server.on("error", () => undefined);
  return { url: `smtp://127.0.0.1:${port}`, port, received, raw, signIns };
}
