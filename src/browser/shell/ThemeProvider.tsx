import { MantineProvider } from "@mantine/core";
import { NavigationProgress } from "@mantine/nprogress";
import { type ReactNode, useEffect, useState } from "react";
import { onFirstQuestion } from "#src/kit/confirm.ts";
import { COLOR_SCHEME_MANAGER, CSS_VARIABLES, THEME } from "#src/kit/theme.ts";
import { whenNeeded } from "#src/kit/when-needed.tsx";
import { styleNonce } from "../nonce.ts";

const Toaster = whenNeeded(async () => (await import("./Toaster.tsx")).Toaster);
const Questions = whenNeeded(async () => (await import("./Questions.tsx")).Questions);

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => onFirstQuestion(() => setAsked(true)), []);
  return (
    <MantineProvider
      theme={THEME}
      cssVariablesResolver={CSS_VARIABLES}
      defaultColorScheme="auto"
      colorSchemeManager={COLOR_SCHEME_MANAGER}
      getStyleNonce={styleNonce}
      // All variables come from here: a sheet with those that the theme keeps would only be more to load.
      deduplicateCssVariables={false}
    >
      {/* Only seen: who listens hears the heading that follows. */}
      <NavigationProgress size={3} aria-hidden />
      {children}
      <Toaster />
      {isAsked && <Questions />}
    </MantineProvider>
  );
}
