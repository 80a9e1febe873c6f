import { button, heading, links, linkTo, type MadeMail, social, text } from "./shared/ready-parts.ts";

const HI = 'Hi {{ contact.first_name | default: "there" }},';

export const hello: MadeMail = {
  subject: "Good to have you here",
  preheader: "What you’ll get from me, and how often.",
  pieces: [
    heading("Good to have you here"),
    text(
      HI,
      "Thanks for signing up. You’ll hear from me when there’s something worth your time.",
      "If you can’t wait, this is what most people look at first:",
    ),
    links,
    text("And if you want to say hello, just reply. I read every e-mail myself."),
  ],
};

export const story: MadeMail = {
  subject: "How all this started",
  preheader: "The short version, with the part I usually leave out.",
  pieces: [
    text(
      HI,
      "When people ask how I got into this, I give them the short answer. Here’s the longer one.",
      "I started because nobody made the thing I was looking for. The first tries were bad, the next ones were less bad, and one day a stranger wrote to say they’d waited for exactly this.",
      "That’s still why I do it. So tell me: what brought you here? One line is enough.",
    ),
  ],
};

export const places: MadeMail = {
  subject: "Where to find me",
  preheader: "Everything in one place.",
  pieces: [
    text(HI, "I’m in more than one place, and each of them gets something else. They’re all on my page:"),
    button("Open my page"),
    social,
    text("From now on you’ll get what everyone on this list gets. See you in your inbox."),
  ],
};

export const favorites: MadeMail = {
  subject: "Start with these",
  preheader: "Three things people come back to.",
  pieces: [
    text(HI, "If you’re new here, it can be a lot. These are the ones people come back to most:"),
    links,
    text("Tell me which one you liked. It helps me decide what to make next."),
  ],
};

export const behind: MadeMail = {
  subject: "What happens behind the scenes",
  preheader: "You seem to like this, so here’s a bit more.",
  pieces: [
    text(
      HI,
      "You’ve been looking around, which makes me happy. So here’s something I don’t show often: how it’s made.",
      "Most of it is sitting, trying, and throwing away. About one in ten ideas survives the week. The ones that do end up here:",
    ),
    button("See what’s new"),
  ],
};

export const missed: MadeMail = {
  subject: "In case you missed it",
  preheader: "A busy week? Here’s the short version.",
  pieces: [
    text(
      HI,
      "Inboxes are full, so here’s the short version of what I sent you last week. Everything is here:",
    ),
    button("Catch up"),
  ],
};

export const question: MadeMail = {
  subject: "One question",
  preheader: "It takes ten seconds.",
  pieces: [
    text(
      HI,
      "You’ve been here for two weeks now. What would you like more of?",
      "Reply with one word or with ten lines. I read all of it, and it decides what I make next.",
    ),
  ],
};

export const delivered = (url: string): MadeMail => ({
  subject: "Here’s your download",
  preheader: "Thanks for signing up. It’s one click away.",
  pieces: [
    text(HI, "Thanks for signing up. Here’s what I promised you:"),
    linkTo("Download", url),
    text("Keep this e-mail, so that you find it again."),
  ],
});

export const downloaded: MadeMail = {
  subject: "Did the download work?",
  preheader: "If not, reply and I’ll fix it.",
  pieces: [
    text(
      HI,
      "You just downloaded something from my page, and I want to be sure that it arrived.",
      "If it did, enjoy it. If it didn’t open, reply to this e-mail and I’ll send it another way.",
    ),
  ],
};

export const useful: MadeMail = {
  subject: "A tip for your download",
  preheader: "What people get wrong at first.",
  pieces: [
    text(
      HI,
      "Have you had the time to look at it? Most people save it and forget it, so here’s my tip: use it once today, even if it’s only for a minute.",
      "If you do something with it, show me. I love to see what becomes of it.",
    ),
  ],
};

export const more: MadeMail = {
  subject: "If you liked it",
  preheader: "There’s more where that came from.",
  pieces: [text(HI, "If the download was for you, these are probably for you, too:"), links, social],
};

export const coming: MadeMail = {
  subject: "Something new is coming",
  preheader: "You hear it first.",
  pieces: [
    heading("Something new is coming"),
    text(
      HI,
      "I’ve been working on this for months, and in a few days it’s out. You’re on this list because I want you to know before anyone else.",
      "I’ll write once more when it’s there. Until then, not a word to anyone.",
    ),
  ],
};

export const here: MadeMail = {
  subject: "It’s here",
  preheader: "You can get it from now on.",
  pieces: [
    heading("It’s here"),
    text(HI, "The wait is over. Here’s what it is, what it costs, and who it’s for:"),
    button("Take a look"),
    text("If you have a question before you decide, reply to this e-mail."),
  ],
};

export const lastCall: MadeMail = {
  subject: "A last reminder",
  preheader: "Then I’ll stop talking about it.",
  pieces: [
    text(
      HI,
      "This is the last e-mail about it, I promise. If you’ve been thinking it over, now is a good time.",
    ),
    button("Get it now"),
    text("And if it’s not for you, that’s fine. What comes next may be."),
  ],
};

export const missYou: MadeMail = {
  subject: "It’s been a while",
  preheader: "Here’s what you missed.",
  pieces: [
    text(HI, "It’s been a while since you last looked in. A few things have happened since:"),
    links,
    text("Is there something else you’d rather read? Reply and tell me."),
  ],
};

export const best: MadeMail = {
  subject: "The best of the last months",
  preheader: "If you only look at one thing, make it this.",
  pieces: [
    text(
      HI,
      "I know how full inboxes get. So if you only look at one thing of mine this season, make it this one:",
    ),
    button("Show me"),
  ],
};

export const birthday: MadeMail = {
  subject: "Happy birthday",
  preheader: "A small note for your day.",
  pieces: [
    heading("Happy birthday"),
    text(
      HI,
      "Someone told me that it’s your day. I hope it’s a good one, with cake.",
      "Thank you for being here. It means more than you think.",
    ),
  ],
};

export const thanks: MadeMail = {
  subject: "Thank you",
  preheader: "What happens now.",
  pieces: [
    heading("Thank you"),
    text(
      HI,
      "Thank you for your order. It’s people like you who let me go on with this.",
      "You’ll get everything about it in a separate e-mail. If something isn’t right, reply to this one.",
    ),
  ],
};

export const howIsIt: MadeMail = {
  subject: "How do you like it?",
  preheader: "Good or bad, I’d like to hear it.",
  pieces: [
    text(
      HI,
      "You’ve had it for a week now. How do you like it?",
      "One sentence is enough. If something bothers you, I’d rather hear it from you than never.",
    ),
    social,
  ],
};

export const shouldIGoOn: MadeMail = {
  subject: "Should I go on writing to you?",
  preheader: "One click is enough.",
  pieces: [
    text(
      HI,
      "I’ve sent you a few e-mails, and I can’t tell whether you want them. That’s fine, but I don’t want to fill your inbox for nothing.",
      "If you’d like to stay, open my page, or reply with one word. Then I’ll know.",
    ),
    button("Yes, keep writing"),
  ],
};

export const goodbye: MadeMail = {
  subject: "My last e-mail, for now",
  preheader: "No hard feelings.",
  pieces: [
    text(
      HI,
      "I haven’t heard from you, so this is my last e-mail for now. No hard feelings.",
      "If you ever want to come back, you know where to find me.",
    ),
    button("Stay on the list"),
  ],
};
