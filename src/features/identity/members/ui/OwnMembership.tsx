import { Button, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Me } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { ROLE_LABELS } from "#src/features/identity/team/contract.ts";
import { memberRole } from "#src/features/identity/team/rules.ts";
import { useOwnAccount } from "#src/features/identity/team/ui/shared/team-queries.ts";
import { confirm } from "#src/kit/confirm.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { membersApi } from "./member-queries.ts";
import { useProfileNames } from "./use-profile-names.ts";

/** The reader's role on someone else's team, and a button to leave it. */
export function OwnMembership({ me }: { me: Me }) {
  const { goHome, isPending } = useOwnAccount();
  const { name, profile_ids } = me.account;
  const role = memberRole(me.account.role);
  const leave = useMutation({
    mutationFn: () => membersApi.leave.call(),
    onSuccess: () => goHome({ id: me.id, name: me.name }),
    onError: (error) => toastError(error, "We couldn’t take you off the team. Try again."),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Leave ${name}’s team?`,
      message: "You lose access at once. What you made stays with them, and your own account stays yours.",
      confirm: "Leave the team",
      danger: true,
    });
    if (isSure) leave.mutate();
  };
  return (
    <Paper withBorder radius="lg" p={{ base: "md", xs: "lg" }} component="section" aria-labelledby="place">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4" id="place" style={{ overflowWrap: "anywhere" }}>
          You’re on {name}’s team
        </Title>
        <Text size="sm">
          {ROLE_LABELS[role].label}: {ROLE_LABELS[role].can.toLowerCase()}.
          {role !== "billing" && profile_ids !== null && <LimitedTo ids={profile_ids} />}
        </Text>
        <Button
          variant="default"
          color="red"
          loading={leave.isPending || isPending}
          onClick={() => void ask()}
        >
          Leave the team…
        </Button>
      </Stack>
    </Paper>
  );
}

function LimitedTo({ ids }: { ids: string[] }) {
  const namesOf = useProfileNames();
  return <> Limited to: {namesOf(ids)}.</>;
}
