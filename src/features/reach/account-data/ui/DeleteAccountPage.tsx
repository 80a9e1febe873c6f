import "#src/kit/deferred.css";
import { Alert, Button, List, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { accountDataContract, type Deletion } from "#src/features/reach/account-data/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { displayedTotal, estimateLabel, formatNumber } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { PATHS } from "#src/lib/paths.ts";

const api = clientFor("accountData", accountDataContract);
const FAILED = "Your account couldn’t be deleted. Try again.";

export function DeleteAccountPage() {
  const query = useQuery(api.deletion.queryOptions());
  const { data } = query;
  return (
    <>
      <PageTitle title="Delete account" />
      {data ? (
        <Paper withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
          <Stack>
            <WhatGoes deletion={data} />
            {data.refusal === null ? (
              <DeleteForm deletion={data} />
            ) : (
              <Alert color="gray" variant="light">
                {data.refusal}
              </Alert>
            )}
          </Stack>
        </Paper>
      ) : (
        <QueryState query={query} failure="Your account couldn’t be loaded." height={320} />
      )}
    </>
  );
}

function WhatGoes({ deletion: { grace_days, holds } }: { deletion: Deletion }) {
  return (
    <Stack gap="xs">
      <Text>
        Your pages go offline right away, your API keys stop working, and your team loses access. For{" "}
        {grace_days} days, you can sign in and have everything back. After that, it’s gone for good:
      </Text>
      <List size="sm" spacing={4}>
        {holds.map(({ label, count, is_estimate }) => (
          <List.Item key={label}>
            {label}: {estimateLabel(formatNumber(displayedTotal(count, is_estimate)), count, is_estimate)}
          </List.Item>
        ))}
        <List.Item>You, with your e-mail address and every way to sign in</List.Item>
      </List>
      <Text size="sm" c="dimmed">
        Your usernames stay reserved for another 90 days, so that nobody can pretend to be you.
      </Text>
    </Stack>
  );
}

function DeleteForm({ deletion: { confirmation } }: { deletion: Deletion }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { confirmation: "" },
    validate: { confirmation: (value) => (value.trim() === "" ? "Enter your e-mail address." : null) },
  });
  const remove = useMutation({
    mutationFn: (typed: string) => api.delete.call({ confirmation: typed }),
    onSuccess: async ({ due_at }) => {
      queries.setQueryData(meQuery().queryKey, (known) => known && { ...known, deletion_due_at: due_at });
      await navigate({ to: PATHS.keepAccount, replace: true });
    },
    onError: (error) => {
      const refusal = apiErrorOf(error);
      if (refusal?.code === "CONFIRMATION_WRONG") form.setFieldError("confirmation", refusal.message);
    },
  });
  const isAtField = apiErrorOf(remove.error)?.code === "CONFIRMATION_WRONG";
  return (
    <form onSubmit={form.onSubmit((values) => remove.mutate(values.confirmation))} noValidate>
      <Stack>
        <TextInput
          label={`Type ${confirmation} to confirm`}
          autoComplete="off"
          inputMode="email"
          {...form.getInputProps("confirmation")}
        />
        <FormFailure
          message={remove.isError && !isAtField ? errorMessage(remove.error, FAILED) : undefined}
        />
        <Button type="submit" color="red" loading={remove.isPending} style={{ alignSelf: "start" }}>
          Delete my account
        </Button>
      </Stack>
    </form>
  );
}
