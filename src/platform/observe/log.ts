import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";

/**
 * Structured logs to standard error, as JSON lines. Nothing personal is logged: no IP address, no e-mail
 * address, no name.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const stream = destination ?? pino.destination({ dest: 2, sync: true });
  return pino(
    {
      level,
      base: undefined,
      redact: ["email", "*.email", "address", "*.address"],
      serializers: { err: errorWithoutValues },
    },
    {
      write(line) {
        recent.push(line);
        if (recent.length > RECENT_LINES) recent.shift();
        stream.write(line);
      },
    },
  );
}

const RECENT_LINES = 200;
const recent: string[] = [];

/** This process's last lines, oldest first. */
export function recentLines(): readonly string[] {
  return recent;
}

/** Database errors quote the row and parameters they failed on, which may be personal data. */
function errorWithoutValues(error: Error): object {
  const { type, message, stack, code } = stdSerializers.err(error) as unknown as Record<string, unknown>;
  const cause = error.cause instanceof Error ? { message: error.cause.message } : undefined;
  return {
    type,
    message: withoutParameters(String(message)),
    stack: withoutParameters(String(stack)),
    code,
    cause,
  };
}

/** Drizzle ends its messages with the parameters, which may span several lines up to the stack. */
function withoutParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, "");
}
