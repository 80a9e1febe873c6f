import "#src/kit/deferred.css";
import { Button, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { errorMessage } from "#src/kit/api-error.ts";
import { confirmEmailChange } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { FAILED } from "../auth/credentials.ts";
import { AuthFrame } from "../shared/AuthFrame.tsx";
import { accountsApi } from "../shared/account-queries.ts";

const TEXTS = {
  open: { title: "Confirm your new e-mail address", text: "One tap. The link works once." },
  waiting: {
    title: "Confirmed here",
    text: "Now open the link we sent to your other address.",
  },
  changed: { title: "Your e-mail address has changed", text: "Sign in with the new one from now on." },
};

/**
 * The target of the links for a change of e-mail address, in the old inbox and in the new one. Confirming
 * takes a click.
 */
export function EmailChangePage() {
  const { token } = useSearch({ from: PATHS.confirmEmail });
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: confirmEmailChange,
    onSuccess: () => queries.invalidateQueries({ queryKey: accountsApi.me.key() }),
  });
  const state = confirm.data ? (confirm.data.is_changed ? "changed" : "waiting") : "open";
  const { title, text } = TEXTS[state];
  return (
    <AuthFrame title={title} text={<span role="status">{text}</span>}>
      {state === "open" ? (
        <Stack>
          <FormFailure message={confirm.isError ? errorMessage(confirm.error, FAILED) : undefined} />
          <Button size="md" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate(token ?? "")}>
            Confirm
          </Button>
        </Stack>
      ) : (
        <Button fullWidth size="md" renderRoot={(props) => <Link to={PATHS.ownSettings} {...props} />}>
          Go to your settings
        </Button>
      )}
    </AuthFrame>
  );
}
