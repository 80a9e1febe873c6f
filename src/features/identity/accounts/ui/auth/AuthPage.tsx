import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import { Alert, SegmentedControl, Stack } from "@mantine/core";
import { IconCrown, IconMail } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { googleProblemMessage } from "../google/google-problem.ts";
import { AuthFrame } from "../shared/AuthFrame.tsx";
import { instanceQuery, useInstanceName } from "../shared/account-queries.ts";
import { saveClaimedName } from "../shared/claimed-name.ts";
import { nextPath } from "../shared/next-path.ts";
import { AlternativeSignIn } from "./AlternativeSignIn.tsx";
import { SecondStepForm } from "./SecondStepForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { SignUpForm } from "./SignUpForm.tsx";

const MODES = [
  { value: "sign-in", label: "Sign in" },
  { value: "sign-up", label: "Sign up" },
];

/** Sign in and sign up (spec §2). Then continues to `?next=`. */
export function AuthPage() {
  const { next, mode, step, problem, name: claim, email: invited = "" } = useSearch({ from: PATHS.signIn });
  const { data: instance } = useQuery(instanceQuery());
  const name = useInstanceName();
  const navigate = useNavigate();
  const router = useRouter();
  const queries = useQueryClient();
  // The e-mail address survives switching between the two forms.
  const [email, setEmail] = useState(invited);

  useEffect(() => saveClaimedName(claim), [claim]);
  const founding = instance?.needs_founder === true;
  const invitation = invitationIn(nextPath(next));
  const isClosed = instance?.sign_ups === "invited" && !founding && invitation === undefined;
  const shown = founding ? "sign-up" : isClosed ? "sign-in" : (mode ?? "sign-in");
  const proceed = () => {
    queries.clear();
    router.history.replace(nextPath(next));
  };
  const askForCode = () => navigate({ to: PATHS.signIn, search: { ...(next && { next }), step: "code" } });
  const choose = (value: string) =>
    navigate({
      to: PATHS.signIn,
      replace: true,
      search: (search) => ({ ...search, mode: value === "sign-up" ? "sign-up" : "sign-in" }),
    });

  if (step === "code") {
    return (
      <AuthFrame title="Enter your code" text="Two-step sign-in is on for this account.">
        <SecondStepForm onDone={proceed} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={shown === "sign-up" ? "Create your account" : "Welcome back"}
      text={shown === "sign-up" ? signUpText(claim) : `Sign in to ${name}.`}
    >
      <Stack gap="lg">
        <FormFailure message={googleProblemMessage(problem)} />
        {isClosed && mode === "sign-up" && (
          <Alert variant="light" icon={<IconMail size={20} />} title="Accounts here are by invitation">
            If somebody has invited you to their team, open the link in the e-mail about it.
          </Alert>
        )}
        {founding ? (
          <Alert
            color="brass"
            variant="light"
            icon={<IconCrown size={20} />}
            title="Create the first account"
          >
            Its owner becomes the founder of this instance and can read the e-mail it stores.
          </Alert>
        ) : (
          !isClosed && (
            <SegmentedControl
              fullWidth
              size="md"
              aria-label="Sign in or sign up"
              data={MODES}
              value={shown}
              onChange={choose}
            />
          )
        )}
        {shown === "sign-up" ? (
          <SignUpForm email={email} onEmail={setEmail} onDone={proceed} invitation={invitation} />
        ) : (
          <SignInForm email={email} onEmail={setEmail} onDone={proceed} onSecondStep={askForCode} />
        )}
        <AlternativeSignIn next={nextPath(next)} isNew={shown === "sign-up"} onDone={proceed} />
      </Stack>
    </AuthFrame>
  );
}

/** Returns the token of the invitation that somebody accepts once they've signed up. */
function invitationIn(next: string): string | undefined {
  const { pathname, searchParams } = new URL(next, location.origin);
  return pathname === PATHS.acceptInvitation ? (searchParams.get("token") ?? undefined) : undefined;
}

function signUpText(claim: string | undefined): string {
  return claim ? `“${claim}” is waiting for you.` : "Your first page is a minute away.";
}
