import { Button, Group, Stack, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconFlask, IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { AbTest } from "#src/features/email/ab-tests/contract.ts";
import { useHasFeature } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { Card } from "#src/kit/Card.tsx";
import { newId } from "#src/kit/new-id.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { VERSIONS_MAX } from "../../rules.ts";
import { abTestsApi, testOfCampaign, useTestsRefresh } from "../ab-test-queries.ts";
import { SizeNote } from "./SizeNote.tsx";
import { TestSettings } from "./TestSettings.tsx";
import {
  type CampaignMail,
  formOf,
  NEW_TEST,
  NEW_VERSION,
  problemOf,
  sentOf,
  type TestForm,
  type VersionChange,
} from "./test-form.ts";
import { VersionFields } from "./VersionFields.tsx";

interface TestVersionsProps {
  campaignId: string;
  /** How many people would get the campaign, once that's known. */
  recipients: number | undefined;
  /** What the campaign says, so that a version can begin as a copy. */
  mail: CampaignMail;
}

/** In a campaign's composer: other versions of the e-mail, and who gets which. */
export function TestVersions({ campaignId, recipients, mail }: TestVersionsProps) {
  const query = useQuery(testOfCampaign(campaignId));
  const [isAdding, setAdding] = useState(false);
  const canTest = useHasFeature("ab_tests");
  const test = query.data?.items[0];
  if (!query.data)
    return <QueryState query={query} failure="We couldn’t load this campaign’s test." height={96} />;
  if (!test && !canTest) return null;
  if (!test && !isAdding)
    return (
      <Card
        title="Test versions"
        text="Part of your fans get this e-mail, part another version of it, and everyone else the better one."
        action={
          <Button variant="default" leftSection={<IconFlask size={18} />} onClick={() => setAdding(true)}>
            Add a version
          </Button>
        }
      />
    );
  return (
    <TestEditor
      key={campaignId}
      campaignId={campaignId}
      test={test}
      recipients={recipients}
      mail={mail}
      onRemoved={() => setAdding(false)}
    />
  );
}

interface TestEditorProps extends TestVersionsProps {
  test: AbTest | undefined;
  onRemoved: () => void;
}

const SAVED_AFTER_MS = 700;

function TestEditor({ campaignId, test, recipients, mail, onRemoved }: TestEditorProps) {
  const [form, setForm] = useState<TestForm>(() => (test ? formOf(test) : NEW_TEST));
  const [testId] = useState(() => test?.id ?? newId());
  const refresh = useTestsRefresh();
  const save = useMutation({
    scope: { id: `ab-test ${testId}` },
    mutationFn: async (form: TestForm) => {
      // Sent twice, an id adds one.
      if (!test) await abTestsApi.create.call({ id: testId, campaign_id: campaignId, ...sentOf(form) });
      return abTestsApi.update.call({ id: testId, ...sentOf(form) });
    },
    onSettled: refresh,
    onError: (error) => toastError(error, "We couldn’t save the test. Try again."),
  });
  const remove = useMutation({
    mutationFn: async () => {
      if (test) await abTestsApi.delete.call({ id: testId });
    },
    onSuccess: onRemoved,
    onSettled: refresh,
    onError: (error) => toastError(error, "We couldn’t remove the test. Try again."),
  });
  const saveSoon = useDebouncedCallback((form: TestForm) => save.mutate(form), {
    delay: SAVED_AFTER_MS,
    flushOnUnmount: true,
  });
  const latest = useRef(form);
  const change = (part: Partial<TestForm>) => {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setForm(next);
    if (problemOf(next) === "") saveSoon(next);
  };
  const changeVersion = (index: number, part: VersionChange) =>
    change({
      others: latest.current.others.map((one, at) =>
        at === index ? { ...one, ...(typeof part === "function" ? part(one) : part) } : one,
      ),
    });
  const { others } = form;
  const problem = problemOf(form);
  return (
    <Card
      title="Test versions"
      text="Version A is the e-mail as you write it above. What you leave empty here is the same as in A."
    >
      <Stack onBlur={() => saveSoon.flush()}>
        {others.map((version, index) => (
          <VersionFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a version is its place
            key={index}
            index={index + 1}
            version={version}
            mail={mail}
            onChange={(change) => changeVersion(index, change)}
            onRemove={
              others.length > 1 ? () => change({ others: others.filter((_, at) => at !== index) }) : undefined
            }
          />
        ))}
        {others.length < VERSIONS_MAX - 1 && (
          <Button
            variant="subtle"
            size="sm"
            w="fit-content"
            leftSection={<IconPlus size={16} />}
            onClick={() => change({ others: [...others, NEW_VERSION] })}
          >
            Add another version
          </Button>
        )}
        <TestSettings form={form} onChange={change} />
        <SizeNote form={form} recipients={recipients} onChange={change} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" aria-live="polite">
            {problem || (save.isPending ? "Saving the test…" : "The test is saved")}
          </Text>
          <Button variant="default" size="sm" loading={remove.isPending} onClick={() => remove.mutate()}>
            Remove the test
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
