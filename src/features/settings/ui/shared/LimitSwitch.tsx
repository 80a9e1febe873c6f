import { Button, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { tellSuccess } from "#src/kit/notices.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { allowancesQuery, settingsApi } from "./settings-queries.ts";

/**
 * The founder's switch, right where a limit is met: it lifts the limits of the whole instance, and where they are lifted it
 * brings them back. Nobody else sees it, nor does the founder where the environment has decided.
 */
export function LimitSwitch() {
  const queries = useQueryClient();
  const { data } = useQuery(allowancesQuery());
  const send = useMutation(
    settingsApi.setPlans.mutationOptions({
      onSuccess: ({ plans }) => {
        tellSuccess({ message: plans === "off" ? "Limits lifted for everyone" : "Limits restored" });
        // Every screen that shows a limit reads it again.
        return queries.invalidateQueries();
      },
    }),
  );
  if (!data?.is_changeable) return null;
  const isLifted = data.plans === "off";
  return (
    <Stack gap={4} align="flex-start">
      <Button
        variant={isLifted ? "subtle" : "light"}
        size="compact-sm"
        loading={send.isPending}
        onClick={() => send.mutate({ plans: isLifted ? "free" : "off" })}
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
