import { Button, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { settingsApi } from "./shared/settings-queries.ts";

/** Lifts the limits, or restores them. Shows nothing if the environment decides. */
export function LimitButton() {
  const queries = useQueryClient();
  const { data } = useQuery(allowancesQuery());
  const send = useMutation(
    settingsApi.update.mutationOptions({
      onSuccess: (_, { values }) => {
        toastSuccess({ message: values.plans === "off" ? "Limits lifted for everyone" : "Limits restored" });
        // Every screen that shows a limit refetches it.
        return queries.invalidateQueries();
      },
    }),
  );
  if (!data || data.source === "environment") return null;
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
        message={send.isError ? errorMessage(send.error, "The limits could not be changed.") : undefined}
      />
    </Stack>
  );
}
