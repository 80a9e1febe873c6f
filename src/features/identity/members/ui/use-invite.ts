import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Me } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { plural } from "#src/kit/plural.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { parseEmail } from "#src/lib/email-address.ts";
import { membersApi, useTeamRefresh } from "./member-queries.ts";
import { useSendsEmail } from "./NoMailServer.tsx";
import { limitProblem, limitSent, type RoleValues } from "./RoleFields.tsx";

export const INVITED_AT_ONCE_MAX = 20;
const FAILED = "That invitation didn’t work. Try again.";

interface InviteValues extends RoleValues {
  emails: string[];
}

interface Refused {
  email: string;
  sentence: string;
}

/** Invites one address at a time. Failed addresses stay in the form, each with its reason. */
export function useInvite(me: Me, onDone: () => void) {
  const refresh = useTeamRefresh();
  const sendsEmail = useSendsEmail();
  const [values, setValues] = useState<InviteValues>({
    emails: [],
    role: "editor",
    isLimited: me.account.profile_ids !== null,
    profileIds: [],
  });
  const [isChecked, setChecked] = useState(false);
  const problem = emailProblem(values.emails);
  const limit = limitProblem(values, me);
  const send = useMutation({
    mutationFn: async ({ emails, role }: InviteValues) => {
      const refused: Refused[] = [];
      for (const email of new Set(emails)) {
        const wish = { email, role, profile_ids: limitSent(values, me) };
        await membersApi.invite.call(wish).catch((error: unknown) => {
          refused.push({ email, sentence: errorMessage(error, FAILED) });
        });
      }
      return refused;
    },
    onSuccess: async (refused, { emails }) => {
      await refresh();
      const invited = new Set(emails).size - refused.length;
      if (invited > 0) toastSuccess({ message: formatInvited(invited, sendsEmail) });
      if (refused.length === 0) return onDone();
      setValues((typed) => ({ ...typed, emails: refused.map(({ email }) => email) }));
    },
  });
  const submit = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    setChecked(true);
    if (!problem && !limit && !send.isPending) send.mutate(values);
  };
  const refused = send.data?.filter(({ email }) => values.emails.includes(email)) ?? [];
  return {
    values,
    change: (changes: Partial<InviteValues>) => setValues({ ...values, ...changes }),
    emailError: (isChecked && problem) || refusals(refused),
    limitError: isChecked ? limit : undefined,
    entity: { submit, failure: undefined, isSending: send.isPending },
  };
}

function formatInvited(invited: number, sendsEmail: boolean): string {
  if (sendsEmail) return plural(invited, "invitation sent", "invitations sent");
  return plural(invited, "invitation added, but not e-mailed", "invitations added, but not e-mailed");
}

export function splitAddresses(emails: readonly string[]): string[] {
  const all = emails.flatMap((email) => email.split(/[\s,;]+/)).filter((email) => email !== "");
  return [...new Set(all)].slice(0, INVITED_AT_ONCE_MAX);
}

function emailProblem(emails: readonly string[]): string | undefined {
  if (emails.length === 0) return "Enter an e-mail address.";
  const wrong = emails.find((email) => !parseEmail(email));
  return wrong === undefined ? undefined : `“${wrong}” isn’t a complete e-mail address.`;
}

function refusals(refused: readonly Refused[]): string | undefined {
  if (refused.length === 0) return undefined;
  return refused.map(({ email, sentence }) => `${email}: ${sentence}`).join("\n");
}
