import { Divider, Paper, Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { GoogleConnection } from "../google/GoogleConnection.tsx";
import { Passkeys } from "../passkeys/Passkeys.tsx";
import { instanceQuery } from "../shared/account-queries.ts";
import { TwoFactor } from "../two-factor/TwoFactor.tsx";
import { signInMethodsQuery } from "./sign-in-methods-queries.ts";

/** The sign-in methods other than a password: passkeys, codes, and Google. */
export function SecuritySection() {
  const ways = useQuery(signInMethodsQuery());
  const { data: instance } = useQuery(instanceQuery());
  if (ways.isError) {
    const fallback = "The ways you sign in couldn’t be loaded.";
    return <ErrorPanel error={ways.error} fallback={fallback} onRetry={() => void ways.refetch()} />;
  }
  if (!ways.data || !instance) return <Skeleton h={260} radius="lg" />;
  const { passkeys, two_factor, google } = ways.data;
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p={{ base: "md", xs: "lg" }}
      aria-label="Sign-in and security"
    >
      <Stack gap="lg">
        <Title order={2} size="h4">
          Sign-in and security
        </Title>
        <Passkeys passkeys={passkeys} isOffered={instance.offers_passkeys} />
        <Divider />
        <TwoFactor
          isOn={two_factor.is_on}
          left={two_factor.recovery_codes_left}
          removalDueAt={two_factor.removal_due_at}
        />
        {google !== "not_offered" && (
          <>
            <Divider />
            <GoogleConnection isConnected={google === "connected"} />
          </>
        )}
      </Stack>
    </Paper>
  );
}
