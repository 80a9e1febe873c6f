import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { AnyContractProcedure } from "@orpc/contract";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { readCatalogues, translationPlugin } from "./src/languages/plugin.ts";

const NOT_THE_DASHBOARD =
  "^/(?!auth$|auth[?/]|dashboard|admin|forgot-password|reset-password|src/|node_modules/|@|index\\.html|favicon\\.svg)";

const SERVER_BUILD: UserConfig["build"] = {
  outDir: "dist/server",
  emptyOutDir: true,
  target: "node24",
  rolldownOptions: {
    // Threads are started by their files’ names.
    input: [
      "src/node/main.ts",
      "src/node/demo.ts",
      "src/node/backup.ts",
      "src/node/restore.ts",
      "src/node/doctor.ts",
      "src/platform/db/embedded-thread.ts",
      "src/features/admin/system/backups/backup-thread.ts",
      "src/features/email/templates/render/render-thread.ts",
      "src/features/email/inbound/parser-thread.ts",
      "src/features/pages/page-imports/page-parser-thread.ts",
    ],
    // All in one folder, because the code finds the project root from its own location.
    output: {
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
      comments: { legal: true, annotation: false, jsdoc: false },
    },
  },
};

const BROWSER_BUILD: UserConfig["build"] = {
  outDir: "dist/client",
  target: "es2020",
  modulePreload: { polyfill: false },
  // Inlines nothing as a data: URL, so that fonts and pictures stay under the same policy as everything else.
  assetsInlineLimit: 0,
  chunkSizeWarningLimit: 1500,
};

const DASHBOARD_BUILD: UserConfig["build"] = {
  ...BROWSER_BUILD,
  emptyOutDir: true,
  // The dashboard needs these versions anyway. Rewritten for older browsers, its styles were half again as
  // large.
  target: ["chrome111", "firefox114", "safari16.4"],
  // `src/node/first-load.test.ts` holds the first load to a budget.
  manifest: true,
  rolldownOptions: {
    input: { dashboard: "index.html" },
    optimization: { inlineConst: { mode: "all", pass: 2 } },
    output: {
      codeSplitting: {
        groups: [
          {
            name: "react",
            // With what the next group would take along otherwise.
            test: /node_modules\/(?:react|react-dom|scheduler|@orpc\/shared)\/|browser\/react\.ts$/,
            priority: 4,
          },
          // The client's index mentions how streams of events are read, and only what loads later reads any.
          {
            name: "soon",
            test: /@orpc\/(?:standard-server|client\/dist\/shared\/client\.BL)/,
            priority: 3,
          },
          { name: "first", tags: ["$initial"], priority: 2 },
          // Small and used everywhere. It shouldn't have to wait for all the forms.
          { name: "hooks", test: /@mantine\/hooks/, minShareCount: 3, priority: 1 },
          // What people press first on a new screen, in one file that loads while the browser is idle.
          { name: "soon", test: /(?:MenuItems|SwitcherMenu|Overlays)\.tsx$|kit\/api-link\.ts$/, priority: 1 },
          // What several lazy parts share goes into one file, since a browser fetches only six at a time. Our
          // own components stay out: their styles would load before the ones they override. Those of
          // `deferred.css` belong to a script, because without one they would come last.
          { name: "shared", minShareCount: 3, test: /node_modules|\.ts$|kit\/deferred\.css$/ },
        ],
      },
    },
  },
};

/**
 * `vite build --mode page`: the public page's script, that of its blocks and that of its video, each in one file that shares nothing
 * with others, and the service workers, which need fixed URLs.
 */
const PAGE_BUILD: UserConfig["build"] = {
  ...BROWSER_BUILD,
  emptyOutDir: false,
  rolldownOptions: {
    input: {
      "visitor-page": "src/browser/page.ts",
      "visitor-blocks": "src/browser/blocks.ts",
      "visitor-video": "src/browser/backdrop-video.ts",
      sw: "src/browser/sw/worker.ts",
      push: "src/browser/sw/push-worker.ts",
    },
    // All they have in common are constants.
    optimization: { inlineConst: { mode: "all", pass: 2 } },
    output: {
      entryFileNames: ({ name }) => (name.startsWith("visitor-") ? "assets/[name]-[hash].js" : "[name].js"),
    },
  },
};

/**
 * `vite build --mode site`: the script of the landing page and the help, and the one that shows the API
 * viewer.
 */
const SITE_BUILD: UserConfig["build"] = {
  ...BROWSER_BUILD,
  emptyOutDir: false,
  rolldownOptions: { input: { site: "src/browser/site.ts", "api-docs": "src/browser/api-docs.ts" } },
};

const CLIENT_BUILDS: Record<string, UserConfig["build"]> = { page: PAGE_BUILD, site: SITE_BUILD };

/**
 * Contracts reach the browser as plain data: each endpoint's URL, limits, and sentences. The server checks
 * input, so zod stays there.
 */
function plainContracts(): Plugin {
  return {
    name: "plain-contracts",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    // Every screen loads how to call the server, and few its sentences, so these are a module of their own.
    transform: {
      filter: { id: /\.tsx?$/, code: /_ERRORS\b/ },
      handler(code) {
        return code.replace(
          /^import \{([^}]*_ERRORS\b[^}]*)\} from ("[^"]*contract\.ts)"/gm,
          (_all, names, from) => {
            const isError = (name: string) => /_ERRORS$/.test(name.trim());
            const list = (wanted: boolean) =>
              names.split(",").filter((name: string) => isError(name) === wanted);
            return `import {${list(true)}} from ${from}?errors"; import {${list(false)}} from ${from}"`;
          },
        );
      },
    },
    load: {
      filter: {
        id: /\/src\/features\/(?:[^/]+\/)+(?:(?:[a-z-]+-)?contract|page\/settings)\.ts(?:\?errors)?$/,
      },
      async handler(id) {
        const [file = "", errors] = id.split("?");
        const exported = await import(`${pathToFileURL(file)}?${statSync(file).mtimeMs}`);
        const values = Object.entries(exported).filter(
          ([, value]) => typeof value !== "function" && !isSchema(value),
        );
        const code = values
          .filter(([name]) => name.endsWith("_ERRORS") === (errors !== undefined))
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(plain(value))};\n`);
        return code.join("");
      },
    },
  };
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && "~standard" in value;
}

/** Keeps only how to call an endpoint. */
function plain(value: unknown): unknown {
  const isContract = Object.values(value as object).some((one) => Object.hasOwn(Object(one), "~orpc"));
  if (!isContract) return value;
  const endpoints = Object.entries(value as Record<string, AnyContractProcedure>);
  return Object.fromEntries(
    endpoints.map(([name, { "~orpc": endpoint }]) => {
      const { tags: _tags, summary: _summary, description: _description, ...route } = endpoint.route;
      return [name, { "~orpc": { errorMap: {}, meta: {}, route } }];
    }),
  );
}

const HINT = "//# allFunctionsCalledOnLoad";

/**
 * Nearly all of the first script runs before the first screen appears. This comment tells Chromium to compile
 * it all while the page is loading, rather than each function on its first call, which took a third of the
 * work on a slow phone. Other browsers ignore it.
 */
function compileAhead(): Plugin {
  return {
    name: "compile-ahead",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle: {
      // Runs after Vite, because it has to be the file's first comment.
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk" && ["react", "dashboard"].includes(file.name))
            file.code = `${HINT}\n${file.code}`;
        }
      },
    },
  };
}

/**
 * Runs React as soon as it's there, while the rest of the first script is still loading. A preloaded script
 * would wait for the rest.
 */
function reactAhead(): Plugin {
  return {
    name: "react-ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const [link = "", react] =
          /<link rel="modulepreload"[^>]* href="([^"]*\/react-[^"]*)">/.exec(html) ?? [];
        const script = `<script type="module" crossorigin src="${react}"></script>`;
        // Scripts run in document order.
        return html
          .replace(link, "")
          .replace('<script type="module"', () => `${script}\n    <script type="module"`);
      },
    },
  };
}

/** Compresses files that never change once, at build time, so that the server doesn't have to. */
function brotliFiles(): Plugin {
  return {
    name: "brotli-files",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        // The API viewer is large and rarely opened.
        const files = Object.values(bundle).filter(({ fileName }) =>
          /^assets\/(?!swagger-ui).*\.(?:js|css|svg)$/.test(fileName),
        );
        const compressed = await Promise.all(
          files.map(async (file) => ({
            fileName: `${file.fileName}.br`,
            source: await promisify(brotliCompress)(file.type === "chunk" ? file.code : file.source),
          })),
        );
        for (const file of compressed) this.emitFile({ type: "asset", ...file });
      },
    },
  };
}

/**
 * V8 keeps a script's text, with two bytes for each character as soon as a single one isn't Latin-1. An idle server had
 * 15 MB of it.
 */
function inAscii(): Plugin {
  return {
    name: "in-ascii",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk") file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
      }
    },
  };
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** On a slow machine, a first start would print which plugins took how long. */
function withoutTimings(build: UserConfig["build"] = {}): UserConfig["build"] {
  return { ...build, rolldownOptions: { ...build.rolldownOptions, checks: { bundlerTimings: false } } };
}

/** `vite build` builds the dashboard, `vite build --ssr` the server. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    plainContracts(),
    ...(isSsrBuild || mode in CLIENT_BUILDS ? [] : [translationPlugin(readCatalogues())]),
    compileAhead(),
    reactAhead(),
    brotliFiles(),
    inAscii(),
  ],
  publicDir: isSsrBuild || mode in CLIENT_BUILDS ? false : "public",
  ...(isSsrBuild ? { define: { "process.env.NODE_ENV": '"production"' } } : {}),
  server: {
    // In development Vite serves the dashboard and sends everything else to the running server.
    proxy: {
      [NOT_THE_DASHBOARD]: {
        target: process.env.FANFARE_SERVER ?? "http://localhost:3000",
        changeOrigin: false,
      },
    },
  },
  ssr: {
    // Bundles some 1,600 package files into a few; loading them took half of a start. Packages that load a
    // binary or files next to them stay as they are.
    noExternal: true,
    external: ["@electric-sql/pglite", "@electric-sql/pglite/contrib/pg_trgm", "sharp", "pg"],
  },
  build: withoutTimings(isSsrBuild ? SERVER_BUILD : (CLIENT_BUILDS[mode] ?? DASHBOARD_BUILD)),
}));
