import type { FormEvent } from "react";
import { errorMessage } from "../api-error.ts";

interface Sending {
  isPending: boolean;
  error: unknown;
  mutate: () => void;
}

/**
 * A form that one mutation sends, once at a time. `failure` is the message for an unknown failure. If `check`
 * returns false, nothing is sent.
 */
export function formOf(send: Sending, failure: string, check: () => boolean = () => true) {
  return {
    submit(event?: Pick<FormEvent, "preventDefault">) {
      event?.preventDefault();
      if (check() && !send.isPending) send.mutate();
    },
    failure: send.error ? errorMessage(send.error, failure) : undefined,
    isSending: send.isPending,
  };
}
