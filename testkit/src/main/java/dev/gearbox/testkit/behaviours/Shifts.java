package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What the behaviours about shifts have in common: asking for one, and reading its answer. */
final class Shifts {
    private Shifts() {}

    static ScriptedProtocol echo() {
        return new ScriptedProtocol().receiving(Connection::write);
    }

    static void shift(Connection connection, Engine to) throws Exception {
        Conditions.await("shift to " + to, connection.shiftTo(to));
        Assert.equal(to, connection.engine(), "the engine after a shift");
    }

    static void fails(ShiftException.Reason reason, CompletionStage<Void> shift) throws Exception {
        Assert.equal(reason, failure(shift), "why there was no shift");
    }

    /** Null if it did not fail. */
    static ShiftException.@Nullable Reason failure(CompletionStage<Void> shift) throws Exception {
        Throwable thrown = Conditions.await(
                "the answer to a shift", shift.<@Nullable Throwable>handle((none, failure) -> failure));
        if (thrown instanceof CompletionException wrapped) {
            thrown = wrapped.getCause();
        }
        if (thrown == null) {
            return null;
        }
        Assert.instance(ShiftException.class, thrown, "what a shift fails with");
        return ((ShiftException) thrown).reason();
    }

    static String who(EngineFixture fixture, Connection connection) {
        return connection.engine().equals(fixture.engine()) ? "old" : "new";
    }
}
