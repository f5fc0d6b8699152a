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

/** Common parts of the behaviours about shifts: requesting one, and reading its result. */
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
        Assert.equal(reason, failure(shift), "the reason of the failed shift");
    }

    /** Null if it did not fail. */
    static ShiftException.@Nullable Reason failure(CompletionStage<Void> shift) throws Exception {
        Throwable thrown = Conditions.await(
                "the result of a shift", shift.<@Nullable Throwable>handle((none, failure) -> failure));
        if (thrown instanceof CompletionException wrapped) {
            thrown = wrapped.getCause();
        }
        if (thrown == null) {
            return null;
        }
        Assert.instance(ShiftException.class, thrown, "the failure of a shift");
        return ((ShiftException) thrown).reason();
    }

    static String who(EngineFixture fixture, Connection connection) {
        return connection.engine().equals(fixture.engine()) ? "old" : "new";
    }
}
