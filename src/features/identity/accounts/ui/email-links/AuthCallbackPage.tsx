import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import { Button, Stack, ThemeIcon } from "@mantine/core";
import { IconMailCheck, IconMailX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { AuthError, errorMessage } from "#src/kit/api-error.ts";
import { verifyEmail } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { hasSession } from "#src/kit/session.ts";
import { FAILED } from "../auth/credentials.ts";
import { AuthFrame } from "../shared/AuthFrame.tsx";
import { accountsApi, meQuery } from "../shared/account-queries.ts";

/**
 * The target of the verification e-mail's link. Confirming takes a click, because programs that check e-mail
 * open links, and would confirm an address for anyone who signed up with it.
 */
export function AuthCallbackPage() {
  const { token } = useSearch({ from: PATHS.authCallback });
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: async (link: string) => {
      await verifyEmail(link).catch(async (error: unknown) => {
        // A second click or visit isn't an error.
        if (!isExpired(error) || !(await isConfirmed())) throw error;
      });
      await queries.invalidateQueries({ queryKey: accountsApi.me.key() });
    },
  });
  const isConfirmed = async () =>
    (await hasSession()) && (await queries.fetchQuery(meQuery())).email_verified;

  const state = stateOf({ token, isConfirmed: confirm.isSuccess, error: confirm.error });
  const { title, text } = TEXTS[state];

  return (
    <AuthFrame title={title} text={<span role="status">{text}</span>}>
      {state === "open" ? (
        <Stack>
          <FormFailure message={confirm.isError ? errorMessage(confirm.error, FAILED) : undefined} />
          <Button size="md" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate(token ?? "")}>
            Confirm e-mail address
          </Button>
        </Stack>
      ) : (
        <Stack align="center" gap="lg">
          <ThemeIcon size={72} radius={36} variant="light" color={state === "confirmed" ? "teal" : "red"}>
            {state === "confirmed" ? <IconMailCheck size={38} /> : <IconMailX size={38} />}
          </ThemeIcon>
          <Button fullWidth size="md" renderRoot={(props) => <Link to={PATHS.profiles} {...props} />}>
            Go to your dashboard
          </Button>
        </Stack>
      )}
    </AuthFrame>
  );
}

const TEXTS = {
  open: { title: "Confirm your e-mail address", text: "One tap, and you’re all set." },
  confirmed: { title: "Your e-mail address is confirmed", text: "Thanks. You’re all set." },
  expired: {
    title: "That link no longer works",
    text: "It has expired or was already used. You can get a new one from your dashboard.",
  },
};

interface Progress {
  token: string | undefined;
  isConfirmed: boolean;
  error: unknown;
}

function stateOf({ token, isConfirmed, error }: Progress): keyof typeof TEXTS {
  if (isConfirmed) return "confirmed";
  return !token || isExpired(error) ? "expired" : "open";
}

function isExpired(error: unknown): boolean {
  return error instanceof AuthError && error.code === "LINK_EXPIRED";
}
