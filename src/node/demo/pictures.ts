import { loadSharp } from "#src/platform/pictures/sharp.ts";

/** The demo's pictures, 1024 by 1024. The page crops faces to a circle and icons to a tile. */
const DRAWINGS = {
  musician: `
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#241a63"/><stop offset=".55" stop-color="#a23b9b"/><stop offset="1" stop-color="#ff9a76"/>
      </linearGradient>
      <radialGradient id="moon"><stop offset="0" stop-color="#fff6dd"/><stop offset="1" stop-color="#ffd28f"/></radialGradient>
      <linearGradient id="hair" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#3a1d6e"/><stop offset="1" stop-color="#160a3a"/>
      </linearGradient>
    </defs>
    <path fill="url(#sky)" d="M0 0h1024v1024H0z"/>
    <circle cx="660" cy="380" r="270" fill="url(#moon)"/>
    <g fill="#fff" opacity=".8">
      <circle cx="150" cy="180" r="6"/><circle cx="290" cy="110" r="4"/><circle cx="235" cy="320" r="4"/>
      <circle cx="120" cy="430" r="5"/><circle cx="905" cy="120" r="5"/>
    </g>
    <path fill="#7d2f93" opacity=".55" d="M0 700q170-90 340-10t340-20 344-10v364H0z"/>
    <path fill="url(#hair)" d="M512 208c-170 0-262 128-262 300 0 120-50 190-92 262 130 66 600 66 708 0-42-72-92-142-92-262 0-172-92-300-262-300z"/>
    <path fill="#f2b8a0" d="M436 600h152v170H436z"/>
    <path fill="#d98f86" d="M436 640c40 46 112 46 152 0v56c-44 40-108 40-152 0z"/>
    <path fill="#ffcdb2" d="M512 296c106 0 164 78 164 184 0 122-80 212-164 212s-164-90-164-212c0-106 58-184 164-184z"/>
    <path fill="url(#hair)" d="M330 500c0-150 60-232 196-232 120 0 176 74 172 220-64-10-140-60-178-136-34 84-104 132-190 148z"/>
    <g fill="none" stroke="#5b2a5e" stroke-width="11" stroke-linecap="round">
      <path d="M404 506q34 26 66 0M554 506q34 26 66 0"/>
    </g>
    <path fill="none" stroke="#c4626e" stroke-width="13" stroke-linecap="round" d="M470 606q42 28 84 0"/>
    <g fill="#ff8f9e" opacity=".4"><circle cx="404" cy="566" r="32"/><circle cx="620" cy="566" r="32"/></g>
    <path fill="#1b0f45" d="M140 1024c10-178 130-268 300-286 30 54 114 54 144 0 170 18 290 108 300 286z"/>
    <path fill="none" stroke="#ffd28f" stroke-width="12" d="M398 752c40 92 188 92 228 0"/>
    <circle cx="512" cy="822" r="24" fill="#ffd28f"/>`,
  shop: `
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#f0c9a4"/><stop offset="1" stop-color="#d98e62"/>
      </linearGradient>
      <linearGradient id="pot" x1="0" y1="0" x2="1" y2="0">
        <stop offset="0" stop-color="#fffaf1"/><stop offset=".65" stop-color="#f3e3cd"/><stop offset="1" stop-color="#d9bd9c"/>
      </linearGradient>
      <linearGradient id="leaf" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#5f8f5a"/><stop offset="1" stop-color="#28513a"/>
      </linearGradient>
    </defs>
    <path fill="url(#wall)" d="M0 0h1024v1024H0z"/>
    <path fill="#fbe6cb" d="M222 1024V480a290 290 0 0 1 580 0v544z"/>
    <g fill="url(#leaf)">
      <path d="M512 560c-34-150-26-290 0-420 26 130 34 270 0 420z"/>
      <path d="M506 570C420 470 366 370 330 232c110 86 176 204 190 330z"/>
      <path d="M518 570c86-100 140-200 176-338-110 86-176 204-190 330z"/>
      <path d="M500 580c-120-50-206-122-270-226 138 26 238 98 288 212z"/>
      <path d="M524 580c120-50 206-122 270-226-138 26-238 98-288 212z"/>
    </g>
    <g fill="none" stroke="#cfe3b6" stroke-width="6" stroke-linecap="round" opacity=".7">
      <path d="M512 540V200M500 550Q410 430 356 282M524 550q90-120 144-268"/>
    </g>
    <path fill="url(#pot)" d="M322 556h380c16 0 26 14 22 30-10 42-20 66-20 112 0 90-30 186-84 230-20 16-196 16-216 0-54-44-84-140-84-230 0-46-10-70-20-112-4-16 6-30 22-30z"/>
    <path fill="#b5522f" d="M322 690c1-14 1-28 0-42h380c-2 16 0 28 2 42l-3 40c-60 26-116-26-188 0s-128 26-190 0z"/>
    <path fill="#fff" opacity=".55" d="M362 590c2 60 6 90 10 130 4 50 16 100 40 150-40-60-58-130-58-200 0-30-6-54-6-80z"/>
    <g fill="#8b5a3c" opacity=".5">
      <circle cx="430" cy="800" r="6"/><circle cx="500" cy="850" r="5"/><circle cx="580" cy="790" r="7"/>
      <circle cx="620" cy="850" r="4"/><circle cx="470" cy="890" r="4"/><circle cx="555" cy="905" r="5"/>
    </g>
    <path fill="#a85f3c" opacity=".35" d="M250 936h524v88H250z"/>`,
  coach: `
    <defs>
      <linearGradient id="field" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#0f5c49"/><stop offset="1" stop-color="#06281f"/>
      </linearGradient>
      <linearGradient id="shirt" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#ffb238"/><stop offset="1" stop-color="#ff7a2f"/>
      </linearGradient>
    </defs>
    <path fill="url(#field)" d="M0 0h1024v1024H0z"/>
    <g fill="none" stroke="#c9f04d" stroke-width="26" opacity=".9">
      <path d="M-40 900C160 420 420 190 1060 150"/><path d="M-40 1010C200 520 460 290 1060 250" opacity=".55"/>
      <path d="M-40 790C120 330 380 90 1060 50" opacity=".3"/>
    </g>
    <path fill="#7b4a30" d="M430 610h164v170H430z"/>
    <path fill="#5f3622" d="M430 650c44 50 120 50 164 0v60c-48 40-116 40-164 0z"/>
    <path fill="#96603f" d="M512 270c112 0 172 84 172 194 0 132-84 226-172 226s-172-94-172-226c0-110 60-194 172-194z"/>
    <path fill="#25140d" d="M344 500c6 132 84 206 168 206s162-74 168-206c-22 40-44 66-78 66-30-22-150-22-180 0-34 0-56-26-78-66z"/>
    <path fill="#e9a184" d="M460 606q52 40 104 0-52 10-104 0z"/>
    <g fill="#25140d"><circle cx="440" cy="484" r="15"/><circle cx="584" cy="484" r="15"/></g>
    <g fill="none" stroke="#25140d" stroke-width="13" stroke-linecap="round">
      <path d="M408 440q32-22 64-4M552 436q32-18 64 4"/>
    </g>
    <path fill="#25140d" d="M334 400c-6-130 70-206 178-206s184 76 178 206c-20-40-40-58-70-66H404c-30 8-50 26-70 66z"/>
    <path fill="#fff8e6" d="M336 352c110-46 242-46 352 0l4 58c-112-44-248-44-360 0z"/>
    <path fill="#ff7a2f" d="M335 380c110-44 244-44 354 0l1 14c-112-44-244-44-356 0z"/>
    <path fill="url(#shirt)" d="M120 1024c10-172 130-254 306-278 36 70 136 70 172 0 176 24 296 106 306 278z"/>
    <path fill="#fff8e6" d="M426 746c36 70 136 70 172 0l30 6c-46 104-186 104-232 0z"/>
    <path fill="none" stroke="#06281f" stroke-width="12" d="M424 748c14 90 52 136 88 150 36-14 74-60 88-150"/>
    <path fill="#c9f04d" d="M488 894h66c10 0 16 8 14 16-6 30-28 50-56 50-30 0-50-20-50-46 0-12 12-20 26-20z"/>
    <circle cx="510" cy="922" r="13" fill="#06281f"/>`,
  planter: `
    <path fill="#e9efe0" d="M0 0h1024v1024H0z"/>
    <g fill="#3c7350">
      <path d="M512 560c-60-150-60-300 0-430 60 130 60 280 0 430zM500 560C360 520 250 430 190 300c150 26 270 110 310 260zM524 560c140-40 250-130 310-260-150 26-270 110-310 260z"/>
    </g>
    <path fill="#c9683f" d="M270 540h484l-20 90H290z"/><path fill="#b5522f" d="M306 630h412l-54 240c-4 18-16 28-34 28H394c-18 0-30-10-34-28z"/>
    <g fill="#fbe3d0"><circle cx="430" cy="720" r="16"/><circle cx="540" cy="790" r="13"/><circle cx="610" cy="700" r="14"/><circle cx="470" cy="830" r="11"/></g>`,
  mug: `
    <path fill="#f3dcc4" d="M0 0h1024v1024H0z"/>
    <path fill="none" stroke="#35556b" stroke-width="64" d="M690 470h60a110 110 0 0 1 0 220h-70"/>
    <path fill="#46708c" d="M250 400h460v270c0 110-80 180-180 180H430c-100 0-180-70-180-180z"/>
    <path fill="#fff7ea" d="M250 400h460v90c-60 50-110-10-180 20s-90 60-150 20-80-10-130 10z"/>
    <path fill="none" stroke="#b98d64" stroke-width="34" stroke-linecap="round" d="M390 320c-40-60 40-90 0-150M490 320c-40-60 40-90 0-150M590 320c-40-60 40-90 0-150"/>`,
  bowl: `
    <path fill="#f7e7c9" d="M0 0h1024v1024H0z"/>
    <ellipse cx="512" cy="800" rx="350" ry="54" fill="#7a5a43"/><path fill="#5f4433" d="M162 800h700v44c0 34-156 60-350 60s-350-26-350-60z"/>
    <path fill="#e8b94e" d="M212 430h600c0 180-110 330-220 366H432C322 760 212 610 212 430z"/>
    <ellipse cx="512" cy="430" rx="300" ry="76" fill="#8a6a1f"/><ellipse cx="512" cy="446" rx="252" ry="50" fill="#d39f33"/>
    <path fill="none" stroke="#fff3d0" stroke-width="18" stroke-linecap="round" opacity=".8" d="M276 560c40 110 90 170 150 210M250 480q6 30 14 44"/>`,
} as const;

export type Drawing = keyof typeof DRAWINGS;

const SVG = { operation: ["VipsForeignLoadSvg"] };

/** Draws a picture as a file to upload. SVG, which uploads may not use, is enabled while it draws ours. */
export async function drawPicture(drawing: Drawing): Promise<File> {
  const sharp = await loadSharp();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024">${DRAWINGS[drawing]}</svg>`;
  sharp.unblock(SVG);
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  sharp.block(SVG);
  return new File([new Uint8Array(png)], `${drawing}.png`, { type: "image/png" });
}
