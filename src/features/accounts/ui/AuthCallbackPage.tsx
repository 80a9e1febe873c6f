import { Button, Stack, ThemeIcon } from "@mantine/core";
import { IconMailCheck, IconMailX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { AuthFrame } from "./AuthFrame.tsx";
import { accountsApi } from "./shared/account-queries.ts";

/** Where the link of the verification mail leads after the server has read it. */
export function AuthCallbackPage() {
  const { error } = useSearch({ from: "/auth/callback" });
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: accountsApi.me.key() });
  }, [queries]);

  return (
    <AuthFrame
      title={error ? "This link does not work any more" : "Your e-mail address is verified"}
      text={
        error
          ? "It may be too old. Your dashboard sends a new one."
          : "Thank you. Everything is open to you now."
      }
    >
      <Stack align="center" gap="lg">
        <ThemeIcon size={72} radius={36} variant="light" color={error ? "red" : "teal"}>
          {error ? <IconMailX size={38} /> : <IconMailCheck size={38} />}
        </ThemeIcon>
        <Button fullWidth size="md" renderRoot={(props) => <Link to="/dashboard/profiles" {...props} />}>
          Continue to your dashboard
        </Button>
      </Stack>
    </AuthFrame>
  );
}
