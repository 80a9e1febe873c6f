import "#src/kit/later.css";
import { Button, Stack, ThemeIcon } from "@mantine/core";
import { IconMailCheck, IconMailX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { hasSession } from "#src/kit/auth.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { accountsApi, meQuery } from "./shared/account-queries.ts";

/** Where the link of the verification e-mail leads after the server has read it. */
export function AuthCallbackPage() {
  const { error } = useSearch({ from: "/auth/callback" });
  const queries = useQueryClient();
  const { data: confirmed } = useQuery({
    queryKey: ["accounts", "confirmed"],
    queryFn: async () => (await hasSession()) && (await queries.fetchQuery(meQuery())).email_verified,
    enabled: error !== undefined,
  });
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: accountsApi.me.key() });
  }, [queries]);
  // Whoever opens the link a second time, or whose e-mail program has opened it before them, has nothing to worry about.
  const failed = error !== undefined && !confirmed;

  return (
    <AuthFrame
      title={failed ? "That link no longer works" : "Your e-mail address is confirmed"}
      text={
        failed
          ? "It has expired or was already used. You can get a new one from your dashboard."
          : "Thanks. You’re all set."
      }
    >
      <Stack align="center" gap="lg">
        <ThemeIcon size={72} radius={36} variant="light" color={failed ? "red" : "teal"}>
          {failed ? <IconMailX size={38} /> : <IconMailCheck size={38} />}
        </ThemeIcon>
        <Button fullWidth size="md" renderRoot={(props) => <Link to="/dashboard/profiles" {...props} />}>
          Go to your dashboard
        </Button>
      </Stack>
    </AuthFrame>
  );
}
