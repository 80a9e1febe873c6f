import "#src/kit/deferred.css";
import { Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { AuthFrame } from "../shared/AuthFrame.tsx";
import { accountsApi, meQuery, useMe } from "../shared/account-queries.ts";
import { useSignOut } from "../shared/use-sign-out.ts";

/** Replaces the dashboard between a request to delete the account and its end. */
export function CancelDeletionPage() {
  const me = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const keep = useMutation({
    mutationFn: () => accountsApi.keepAccount.call({}),
    onSuccess: async () => {
      // Data that came with the page counts as fresh for a while.
      queries.setQueryData(meQuery().queryKey, (known) => known && { ...known, deletion_due_at: null });
      void queries.invalidateQueries();
      await navigate({ to: PATHS.profiles, replace: true });
      toastSuccess({ message: "Your account is back, with everything in it." });
    },
  });
  const due = me?.deletion_due_at;
  return (
    <AuthFrame
      title="Your account will be deleted"
      text={due ? `On ${formatDateTime(due)}, everything in it will be gone for good.` : undefined}
    >
      <Stack>
        <Text size="sm">
          If it has pages, they’re already offline. If you keep it, everything in it is back right away,
          exactly as it was. Premium goes on, too, unless its paid period ends before that.
        </Text>
        <FormFailure
          message={keep.isError ? errorMessage(keep.error, "Your account couldn’t be kept.") : undefined}
        />
        <Button size="md" fullWidth loading={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
        <Button variant="default" fullWidth onClick={signOut}>
          Sign out
        </Button>
      </Stack>
    </AuthFrame>
  );
}
