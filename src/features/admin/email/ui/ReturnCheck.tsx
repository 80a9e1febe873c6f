import { Alert, Anchor, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { CheckedReturn } from "../contract.ts";
import { SOURCE_CHARS_MAX, VERDICTS } from "../rules.ts";
import classes from "./email.module.css";
import { emailApi } from "./email-client.ts";
import { STATE_WORDS } from "./state-words.ts";

/** How an e-mail that came back is read, and applying it when it was missed. */
export function ReturnCheck() {
  const [source, setSource] = useState("");
  const check = useMutation({
    mutationFn: (is_applied: boolean) =>
      // Only its start says why it came back.
      emailApi.checkReturn.call({ source: source.slice(0, SOURCE_CHARS_MAX), is_applied }),
  });
  return (
    <Stack gap="sm" maw={760}>
      <Textarea
        label="The whole source of an e-mail that came back"
        description="In most mail programs: “Show original” or “View source”. It isn’t kept."
        autosize
        minRows={8}
        maxRows={20}
        spellCheck={false}
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
        classNames={{ input: classes.words ?? "" }}
      />
      {check.error && <FormFailure message={errorMessage(check.error, "We couldn’t read it. Try again.")} />}
      <Group>
        <Button loading={check.isPending} onClick={() => check.mutate(false)}>
          Check it
        </Button>
      </Group>
      {check.data && (
        <Reading reading={check.data} isBusy={check.isPending} onApply={() => check.mutate(true)} />
      )}
    </Stack>
  );
}

interface ReadingProps {
  reading: CheckedReturn;
  isBusy: boolean;
  onApply: () => void;
}

/** What changes nothing has nothing to apply. */
const SAYS_NOTHING: readonly string[] = ["reply", "automatic", "unsubscribe"];

function Reading({ reading, isBusy, onApply }: ReadingProps) {
  const { verdict, recipient, words, message, is_applied } = reading;
  return (
    <Alert variant="default" title={VERDICTS[verdict]} role="status">
      <Stack gap="xs">
        {recipient !== "" && <Text size="sm">{`About ${recipient}`}</Text>}
        {words !== "" && <div className={classes.words}>{words}</div>}
        {message === null ? (
          <Text size="sm">It names no e-mail that an account of this instance sent.</Text>
        ) : (
          <Text size="sm">
            {`It’s about “${message.name}” of `}
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link {...props} to={STAFF_PATHS.users} search={{ user: message.account.id }} />
              )}
            >
              {message.account.name}
            </Anchor>
            {`. Its state: ${STATE_WORDS[message.state] ?? message.state}`}
          </Text>
        )}
        {is_applied && <Text size="sm">Applied. Applying it again changes nothing.</Text>}
        {message !== null && !is_applied && !SAYS_NOTHING.includes(verdict) && (
          <Group>
            <Button size="xs" variant="default" loading={isBusy} onClick={onApply}>
              Apply it now
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
