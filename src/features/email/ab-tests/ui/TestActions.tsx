import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AbTest } from "#src/features/email/ab-tests/contract.ts";
import { confirm } from "#src/kit/confirm.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { versionLetter } from "../rules.ts";
import { abTestsApi, useTestsRefresh } from "./ab-test-queries.ts";

/** What can be done with a test: decide it, give it more time, choose a version, or delete it. */
export function TestActions({ test }: { test: AbTest }) {
  const { id, name, state, decided_at, rolled_out_at, versions } = test;
  const navigate = useNavigate();
  const refresh = useTestsRefresh();
  const run = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const isRunning = state === "collecting";
  const canChoose = isRunning || (decided_at !== null && rolled_out_at === null && state !== "stopped");
  const end = async () => {
    const message =
      "It’s decided by what’s known so far. If there’s no winner yet, everyone else gets version A.";
    if (await confirm({ title: `End “${name}”?`, message, confirm: "End test" }))
      run.mutate(() => abTestsApi.end.call({ id }));
  };
  const choose = async (version: number) => {
    const letter = versionLetter(version);
    const message = "Everyone else gets it now. The result says that you chose it by hand.";
    if (await confirm({ title: `Choose version ${letter}?`, message, confirm: "Choose and send" }))
      run.mutate(() => abTestsApi.choose.call({ id, version }));
  };
  const remove = async () => {
    const message = "What was learned goes, too. The campaign stays.";
    if (!(await confirm({ title: `Delete “${name}”?`, message, confirm: "Delete test", danger: true })))
      return;
    run.mutate(async () => {
      await abTestsApi.delete.call({ id });
      await navigate({ to: PATHS.abTests });
    });
  };
  return (
    <>
      {isRunning && (
        <Button
          variant="default"
          loading={run.isPending}
          onClick={() => run.mutate(() => abTestsApi.extend.call({ id, hours: 24 }))}
        >
          24 more hours
        </Button>
      )}
      {isRunning && (
        <Button variant="default" loading={run.isPending} onClick={() => void end()}>
          End now
        </Button>
      )}
      {canChoose && (
        <Menu>
          <Menu.Target>
            <Button rightSection={<IconChevronDown size={16} />} loading={run.isPending}>
              Choose a version
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {versions.map((_, index) => (
              <Menu.Item key={versionLetter(index)} onClick={() => void choose(index)}>
                {`Version ${versionLetter(index)}`}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {!isRunning && (
        <Button variant="default" loading={run.isPending} onClick={() => void remove()}>
          Delete
        </Button>
      )}
    </>
  );
}
