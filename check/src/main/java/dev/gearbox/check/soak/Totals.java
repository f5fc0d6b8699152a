package dev.gearbox.check.soak;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what has been done so far. Thread-safe. */
final class Totals {
    private final Map<Conversation.ConversationEnd, LongAdder> ended =
            new EnumMap<>(Conversation.ConversationEnd.class);
    final LongAdder encrypted = new LongAdder();
    final LongAdder bytes = new LongAdder();
    final LongAdder shifts = new LongAdder();
    final LongAdder refusedShifts = new LongAdder();

    Totals() {
        for (Conversation.ConversationEnd ending : Conversation.ConversationEnd.values()) {
            ended.put(ending, new LongAdder());
        }
    }

    /** A conversation has ended as planned. */
    void ended(Conversation conversation) {
        ended.getOrDefault(conversation.ending(), new LongAdder()).increment();
        if (conversation.encrypted()) {
            encrypted.increment();
        }
    }

    long ended(Conversation.ConversationEnd ending) {
        return ended.getOrDefault(ending, new LongAdder()).sum();
    }

    long connections() {
        return ended.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
