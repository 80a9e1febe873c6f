import "#src/kit/deferred.css";
import { Button, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { errorMessage } from "#src/kit/api-error.ts";
import { secureAccount } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { FAILED } from "../auth/credentials.ts";
import { AuthFrame } from "../shared/AuthFrame.tsx";

/**
 * The target of the link in the e-mail about a new device. It takes a click, because programs that check
 * e-mail open links.
 */
export function ReportSignInPage() {
  const { token } = useSearch({ from: PATHS.notMe });
  const queries = useQueryClient();
  const secure = useMutation({ mutationFn: secureAccount, onSuccess: () => queries.clear() });
  if (secure.isSuccess) {
    return (
      <AuthFrame
        title="Your account is safe"
        text={
          <span role="status">
            Every device is signed out, and your old password no longer works. We’ve e-mailed you a link to
            choose a new one.
          </span>
        }
      >
        <Button fullWidth size="md" renderRoot={(props) => <Link to={PATHS.forgotPassword} {...props} />}>
          Send the link again
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Wasn’t this you?"
      text="We’ll sign out every device, yours included, turn off your password, and e-mail you a link to choose a new one."
    >
      <Stack>
        <FormFailure message={secure.isError ? errorMessage(secure.error, FAILED) : undefined} />
        <Button
          size="md"
          fullWidth
          color="red"
          loading={secure.isPending}
          onClick={() => secure.mutate(token ?? "")}
        >
          Secure my account
        </Button>
      </Stack>
    </AuthFrame>
  );
}
