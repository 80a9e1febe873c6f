import "#src/kit/later.css";
import { Alert, SegmentedControl, Stack } from "@mantine/core";
import { IconCrown } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { AuthFrame } from "./AuthFrame.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import { instanceQuery, useInstanceName } from "./shared/account-queries.ts";
import { keepClaimedName } from "./shared/claimed-name.ts";
import { samePath } from "./shared/same-path.ts";

const MODES = [
  { value: "sign-in", label: "Sign in" },
  { value: "sign-up", label: "Sign up" },
];

/** Sign in and sign up (spec §2); afterwards it goes on to `?next=`. */
export function AuthPage() {
  const { next, mode, name: claim } = useSearch({ from: "/auth" });
  const { data: instance } = useQuery(instanceQuery());
  const name = useInstanceName();
  const navigate = useNavigate();
  const router = useRouter();
  const queries = useQueryClient();
  // The e-mail address survives the change between the two forms.
  const [email, setEmail] = useState("");

  useEffect(() => keepClaimedName(claim), [claim]);
  const founding = instance?.needs_founder === true;
  const shown = founding ? "sign-up" : (mode ?? "sign-in");
  const proceed = () => {
    queries.clear();
    router.history.replace(samePath(next));
  };
  const choose = (value: string) =>
    navigate({
      to: "/auth",
      replace: true,
      search: (search) => ({ ...search, mode: value === "sign-up" ? "sign-up" : "sign-in" }),
    });

  return (
    <AuthFrame
      title={shown === "sign-up" ? "Create your account" : "Welcome back"}
      text={shown === "sign-up" ? signUpText(claim) : `Sign in to ${name}.`}
    >
      <Stack gap="lg">
        {founding ? (
          <Alert
            color="brass"
            variant="light"
            icon={<IconCrown size={20} />}
            title="Create the first account"
          >
            Its owner is the founder of this instance, and reads the e-mail that it keeps.
          </Alert>
        ) : (
          <SegmentedControl
            fullWidth
            size="md"
            aria-label="Sign in or sign up"
            data={MODES}
            value={shown}
            onChange={choose}
          />
        )}
        {shown === "sign-up" ? (
          <SignUpForm email={email} onEmail={setEmail} onDone={proceed} />
        ) : (
          <SignInForm email={email} onEmail={setEmail} onDone={proceed} />
        )}
      </Stack>
    </AuthFrame>
  );
}

function signUpText(claim: string | undefined): string {
  return claim ? `“${claim}” is waiting for you.` : "Your first page is a minute away.";
}
