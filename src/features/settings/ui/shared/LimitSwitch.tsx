import { Button, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { allowancesQuery } from "#src/features/billing/ui/shared/billing-queries.ts";
import { mayOpen } from "#src/features/team/rules.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { tellSuccess } from "#src/kit/notices.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { settingsApi } from "./settings-queries.ts";

const SETTINGS = { to: "staff", area: "settings" } as const;

/**
 * Lifts the limits of the whole instance, or restores them, right where someone reaches one. Only for people
 * in charge of the settings, and not if the environment decides.
 */
export function LimitSwitch() {
  const queries = useQueryClient();
  const { data } = useQuery(allowancesQuery());
  const me = useMe();
  const send = useMutation(
    settingsApi.update.mutationOptions({
      onSuccess: (_, { values }) => {
        tellSuccess({ message: values.plans === "off" ? "Limits lifted for everyone" : "Limits restored" });
        // Every screen that shows a limit refetches it.
        return queries.invalidateQueries();
      },
    }),
  );
  if (!me || !data || data.source === "environment" || !mayOpen(SETTINGS, me)) return null;
  const isLifted = data.plans === "off";
  return (
    <Stack gap={4} align="flex-start">
      <Button
        variant={isLifted ? "subtle" : "light"}
        size="compact-sm"
        loading={send.isPending}
        onClick={() => send.mutate({ values: { plans: isLifted ? "free" : "off" } })}
      >
        {isLifted ? "Restore limits" : "Lift limits on this instance"}
      </Button>
      {!isLifted && (
        <Text size="xs" c="dimmed">
          For everyone here. You can restore them above your profiles.
        </Text>
      )}
      <FormFailure
        message={send.isError ? sentenceOf(send.error, "The limits could not be changed.") : undefined}
      />
    </Stack>
  );
}
