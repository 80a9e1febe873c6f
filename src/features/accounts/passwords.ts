import { failure } from "#src/lib/errors.ts";
import {
  AUTH_ERRORS,
  GUESSABLE_BECAUSE,
  isLeaked,
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  wordsAbout,
} from "./rules.ts";

/** Fewer than 10^6 guesses; zxcvbn's scores are 0 to 4. */
const SCORE_MIN = 2;
/** Looking for patterns takes its time, and a password that has none in so many characters is a good one. */
const CHARS_LOOKED_AT = 64;
const L33T_TRIES_MAX = 20;

let guesser: ReturnType<typeof loadGuesser> | undefined;

/** zxcvbn and its lists of leaked passwords and common words, read at the first use: a start does not wait for them. */
async function loadGuesser() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: L33T_TRIES_MAX,
    maxLength: CHARS_LOOKED_AT,
  });
  return { zxcvbn, leaked: new Set<string>(dictionary["passwords-common"] as string[]) };
}

/** Refuses a password that is too short, too long, known to be leaked, or easy to guess for who knows what it is `about`. */
export async function requireGoodPassword(password: string, about: string[]): Promise<void> {
  if (password.length < PASSWORD_CHARS_MIN) throw failure(AUTH_ERRORS, "PASSWORD_TOO_SHORT");
  if (password.length > PASSWORD_CHARS_MAX) throw failure(AUTH_ERRORS, "PASSWORD_TOO_LONG");
  guesser ??= loadGuesser();
  const { zxcvbn, leaked } = await guesser;
  if (isLeaked(password, leaked)) throw failure(AUTH_ERRORS, "PASSWORD_LEAKED");
  const { score, feedback } = zxcvbn.check(password, wordsAbout(...about));
  if (score >= SCORE_MIN) return;
  const message = GUESSABLE_BECAUSE[feedback.warning ?? ""];
  throw failure(AUTH_ERRORS, "PASSWORD_GUESSABLE", message === undefined ? {} : { message });
}
