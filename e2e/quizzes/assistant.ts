import {
  type FakeAssistant,
  startFakeAssistant,
  writeQuestion,
  writeReply,
} from '../../server/testing/peers/fake-assistant.ts';

/** A fake AI service on this machine; the prompt selects its errors. */
export function startAssistant(): Promise<FakeAssistant> {
  return startFakeAssistant((asked) => {
    if (asked.includes('answer with an error')) return { status: 500 };
    if (asked.includes('write a poem')) return { text: 'Roses are red, violets are blue.' };
    if (asked.includes('never end')) return { text: writeReply(1).slice(0, -40), hangs: true };
    return { text: replyWithOneFault };
  });
}

/** Three questions, the second with two right answers, and text around them. */
export const replyWithOneFault = `Here they are:\n\`\`\`json\n${writeReply(3, {
  2: { ...writeQuestion(2), CorrectAnswer: '1 and 2' },
})}\n\`\`\`\nGood luck!`;
