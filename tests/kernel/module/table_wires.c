// SPDX-License-Identifier: GPL-2.0
/*
 * The buses of a Raspberry Pi, whose wires end in a program: an I2C adapter and two SPI controllers
 * that hand each transfer to whoever has /dev/table-wires open, and take the answer from there.
 *
 * One transfer is under way at a time. A program reads a request (header, and what is sent), and
 * writes the answer (header, and what comes back). Also /proc/device-tree, by which programs know
 * a Pi. For tests in a virtual machine only.
 */
#include <linux/i2c.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>

#define LONGEST 4096
#define PATIENCE (5 * HZ)

static const int spi_devices[] = { 2, 3 }; /* spi0, and spi1 with the overlay spi1-3cs */
static const u8 revision[] = { 0x00, 0xa0, 0x20, 0xd3 }; /* a Pi 3B+ */

static struct request {
	u32 number;
	u32 bus; /* 0 and 1 are SPI; 2 is the I2C adapter */
	u32 address; /* the chip select, or the address on the bus */
	u32 reads; /* I2C: is this a reading message? */
	u32 hertz; /* SPI: how fast the bits go */
	u32 length;
} request;
static struct answer {
	u32 number;
	s32 result;
} answer;
static u8 data[LONGEST];

static enum { IDLE, ASKED, TAKEN, ANSWERED } state;
static bool is_open;
static DEFINE_MUTEX(turn); /* whose transfer it is */
static DEFINE_MUTEX(slot); /* who reads or changes the above */
static DECLARE_WAIT_QUEUE_HEAD(changed);

static void become(int next)
{
	WRITE_ONCE(state, next);
	wake_up_all(&changed);
}

static int transfer(u32 bus, u32 address, u32 reads, u32 hertz, const void *out, void *in,
		    u32 length)
{
	int result = -EREMOTEIO;

	if (length > LONGEST)
		return -EMSGSIZE;
	mutex_lock(&turn);
	mutex_lock(&slot);
	if (!is_open)
		goto done;
	request = (struct request){ request.number + 1, bus, address, reads, hertz, length };
	memset(data, 0, length);
	if (out)
		memcpy(data, out, length);
	become(ASKED);
	mutex_unlock(&slot);
	wait_event_timeout(changed, READ_ONCE(state) == ANSWERED, PATIENCE);
	mutex_lock(&slot);
	result = state == ANSWERED ? answer.result : -ETIMEDOUT;
	if (!result && in)
		memcpy(in, data, length);
	become(IDLE);
done:
	mutex_unlock(&slot);
	mutex_unlock(&turn);
	return result;
}

/* The program at the other end of the wires. */

static int wires_open(struct inode *inode, struct file *file)
{
	int result = 0;

	mutex_lock(&slot);
	if (is_open)
		result = -EBUSY;
	is_open = true;
	mutex_unlock(&slot);
	return result;
}

static int wires_release(struct inode *inode, struct file *file)
{
	mutex_lock(&slot);
	is_open = false;
	mutex_unlock(&slot);
	return 0;
}

static ssize_t wires_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	ssize_t length;

	do {
		length = wait_event_interruptible(changed, READ_ONCE(state) == ASKED);
		if (length)
			return length;
		mutex_lock(&slot);
		length = sizeof(request) + request.length;
		if (state != ASKED)
			length = 0; /* it came too late, and waits for the next one */
		else if (size < length)
			length = -EINVAL;
		else if (copy_to_user(to, &request, sizeof(request)) ||
			 copy_to_user(to + sizeof(request), data, request.length))
			length = -EFAULT;
		else
			become(TAKEN);
		mutex_unlock(&slot);
	} while (!length);
	return length;
}

static ssize_t wires_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	struct answer told;
	ssize_t result = size;

	if (size < sizeof(told) || copy_from_user(&told, from, sizeof(told)))
		return -EFAULT;
	mutex_lock(&slot);
	if (state != TAKEN || told.number != request.number || told.result > 0)
		result = -ESTALE;
	else if (size - sizeof(told) > request.length ||
		 copy_from_user(data, from + sizeof(told), size - sizeof(told)))
		result = -EINVAL;
	else {
		answer = told;
		become(ANSWERED);
	}
	mutex_unlock(&slot);
	return result;
}

static const struct file_operations wires_operations = {
	.owner = THIS_MODULE,
	.open = wires_open,
	.release = wires_release,
	.read = wires_read,
	.write = wires_write,
};
static struct miscdevice wires = { MISC_DYNAMIC_MINOR, "table-wires", &wires_operations };

/* The buses. */

static int i2c_transfer_all(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int i, result;

	for (i = 0; i < count; i++) {
		struct i2c_msg *each = &messages[i];
		bool reads = each->flags & I2C_M_RD;

		result = transfer(2, each->addr, reads, 0, reads ? NULL : each->buf,
				  reads ? each->buf : NULL, each->len);
		if (result)
			return result;
	}
	return count;
}

static u32 i2c_functions(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm i2c_way = {
	.xfer = i2c_transfer_all,
	.functionality = i2c_functions,
};
static struct i2c_adapter i2c = {
	.owner = THIS_MODULE, .name = "table-wires", .algo = &i2c_way, .nr = 1
};

static int spi_transfer_one(struct spi_controller *spi, struct spi_device *device,
			    struct spi_transfer *each)
{
	return transfer(spi->bus_num, spi_get_chipselect(device, 0), 0, each->speed_hz,
			each->tx_buf, each->rx_buf, each->len);
}

static struct platform_device *board;
static struct spi_controller *spis[ARRAY_SIZE(spi_devices)];
static struct proc_dir_entry *tree;

static int add_spi(int bus)
{
	struct spi_board_info chip = { .modalias = "dh2228fv", .max_speed_hz = 125000000 };
	struct spi_controller *spi = spi_alloc_host(&board->dev, 0);
	int result;

	if (!spi)
		return -ENOMEM;
	spi->bus_num = bus;
	spi->num_chipselect = spi_devices[bus];
	spi->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH;
	spi->transfer_one = spi_transfer_one;
	result = spi_register_controller(spi);
	if (result) {
		spi_controller_put(spi);
		return result;
	}
	spis[bus] = spi;
	for (chip.chip_select = 0; chip.chip_select < spi_devices[bus]; chip.chip_select++)
		if (!spi_new_device(spi, &chip))
			return -ENODEV;
	return 0;
}

static int show_model(struct seq_file *file, void *unused)
{
	seq_write(file, "Raspberry Pi 3 Model B Plus", sizeof("Raspberry Pi 3 Model B Plus"));
	return 0;
}

static int show_revision(struct seq_file *file, void *unused)
{
	seq_write(file, revision, sizeof(revision));
	return 0;
}

static void take_down(void)
{
	int bus;

	proc_remove(tree);
	for (bus = 0; bus < ARRAY_SIZE(spis); bus++)
		if (spis[bus])
			spi_unregister_controller(spis[bus]);
	if (i2c.dev.parent)
		i2c_del_adapter(&i2c);
	platform_device_unregister(board);
}

static int __init set_up(void)
{
	int bus, result;

	board = platform_device_register_simple("table-wires", -1, NULL, 0);
	if (IS_ERR(board))
		return PTR_ERR(board);
	tree = proc_mkdir("device-tree", NULL);
	proc_create_single("model", 0444, tree, show_model);
	proc_create_single("linux,revision", 0444, proc_mkdir("system", tree), show_revision);
	i2c.dev.parent = &board->dev;
	result = i2c_add_numbered_adapter(&i2c);
	if (result)
		i2c.dev.parent = NULL;
	for (bus = 0; !result && bus < ARRAY_SIZE(spis); bus++)
		result = add_spi(bus);
	if (!result)
		result = misc_register(&wires);
	if (result)
		take_down();
	return result;
}

static void __exit go(void)
{
	misc_deregister(&wires);
	take_down();
}

module_init(set_up);
module_exit(go);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("I2C and SPI buses that are answered from user space");
