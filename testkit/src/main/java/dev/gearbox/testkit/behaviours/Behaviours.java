package dev.gearbox.testkit.behaviours;

import dev.gearbox.testkit.fixture.Behaviour;
import java.util.List;
import java.util.stream.Stream;

/** The contract's behaviours, all of them, in the order in which a reader would ask for them. */
public final class Behaviours {
    private static final List<Behaviour> ALL = Stream.of(
                    EchoBehaviours.all(),
                    FlowBehaviours.all(),
                    QueuedBehaviours.all(),
                    PauseBehaviours.all(),
                    UnreadBehaviours.all(),
                    EndBehaviours.all(),
                    ClosingBehaviours.all(),
                    FailureBehaviours.all(),
                    MisuseBehaviours.all(),
                    TaskBehaviours.all(),
                    FairnessBehaviours.all(),
                    BlockingBehaviours.all(),
                    ManyConnectionsBehaviours.all(),
                    ExhaustionBehaviours.all(),
                    MemoryBehaviours.all(),
                    ShiftBehaviours.all(),
                    LoopBehaviours.all(),
                    ShutdownBehaviours.all())
            .flatMap(List::stream)
            .toList();

    private Behaviours() {}

    /** All of them. */
    public static List<Behaviour> all() {
        return ALL;
    }

    /** The one of this name. */
    public static Behaviour named(String name) {
        return ALL.stream()
                .filter(behaviour -> behaviour.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no behaviour \"" + name + "\". There are: " + ALL));
    }
}
