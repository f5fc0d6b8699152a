package dev.gearbox.testkit.behaviours;

import dev.gearbox.testkit.counts.CloseCauseBehaviours;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.sockets.SocketBehaviours;
import dev.gearbox.testkit.sockets.UnixSocketBehaviours;
import java.util.List;

/** All behaviours of the contract, from the basic ones to the special ones. */
public final class Behaviours {
    private static final List<List<Behaviour>> KINDS = List.of(
            EchoBehaviours.all(),
            FlowBehaviours.all(),
            DirectWriteBehaviours.all(),
            SendBehaviours.all(),
            PauseBehaviours.all(),
            UnreadBehaviours.all(),
            EndBehaviours.all(),
            ClosingBehaviours.all(),
            AbortBehaviours.all(),
            CloseCauseBehaviours.all(),
            FailureBehaviours.all(),
            MisuseBehaviours.all(),
            SocketBehaviours.all(),
            UnixSocketBehaviours.all(),
            TaskBehaviours.all(),
            FairnessBehaviours.all(),
            BlockingBehaviours.all(),
            ManyConnectionsBehaviours.all(),
            ExhaustionBehaviours.all(),
            MemoryBehaviours.all(),
            ShiftBehaviours.all(),
            LoopBehaviours.all(),
            ShutdownBehaviours.all());

    private static final List<Behaviour> ALL =
            KINDS.stream().flatMap(List::stream).toList();

    private Behaviours() {}

    /** Returns all of them. */
    public static List<Behaviour> all() {
        return ALL;
    }

    /** Returns all of them, by kind. */
    public static List<List<Behaviour>> kinds() {
        return KINDS;
    }

    /** Returns the behaviour with this name. */
    public static Behaviour named(String name) {
        return ALL.stream()
                .filter(behaviour -> behaviour.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no behaviour \"" + name + "\". Known: " + ALL));
    }
}
